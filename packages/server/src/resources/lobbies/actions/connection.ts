import type { Snowflake } from '@guildhall/protocol'
import { lobbyTopic } from '../../../kernel/event.ts'
import type { Work } from '../../../kernel/work.ts'
import { lobbyMemberConnect, lobbyMemberDisconnect } from '../events.ts'
import { listLobbyMemberships } from '../store.ts'

/** Emits to the user's lobbies in a game that the first session began, or that the last one ended. */
export async function announceConnection(
  work: Work,
  { userId, applicationId, connected }: { userId: Snowflake; applicationId: Snowflake; connected: boolean },
): Promise<void> {
  const type = connected ? lobbyMemberConnect : lobbyMemberDisconnect
  for (const member of await listLobbyMemberships(work, userId, applicationId)) {
    work.emit(type, lobbyTopic(member.lobby_id), { member })
  }
}

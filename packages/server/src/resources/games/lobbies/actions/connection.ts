import type { Snowflake } from '@guildhall/protocol'
import { lobbyTopic } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import { lobbyMemberConnect, lobbyMemberDisconnect } from '../events.ts'
import { holdMemberships } from './load.ts'

/** Emits to the user's lobbies in a game that the first session began, or that the last one ended. */
export async function announceConnection(
  work: Work,
  { userId, applicationId, connected }: { userId: Snowflake; applicationId: Snowflake; connected: boolean },
): Promise<void> {
  const type = connected ? lobbyMemberConnect : lobbyMemberDisconnect
  // A member who is removed meanwhile has left for the others when this event would reach them.
  for (const { member } of await holdMemberships(work, userId, applicationId)) {
    work.emit(type, lobbyTopic(member.lobby_id), { member })
  }
}

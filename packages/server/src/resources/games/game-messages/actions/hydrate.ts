import type { Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import {
  type GameDm,
  type HydratedGameMessage,
  isInvite,
  type LoadedGameDm,
  type StoredGameMessage,
  usersOfDm,
} from '../model.ts'
import { findNewestGameMessageId } from '../store.ts'

/** Loads what responses and events show of a game's messages. Needs a fixed number of statements for a page. */
export async function hydrateGameMessages(
  session: StoreSession,
  messages: readonly StoredGameMessage[],
): Promise<HydratedGameMessage[]> {
  const users = await listUsers(
    session,
    messages.flatMap(({ author_id, parts }) => [author_id, ...(parts?.mentions ?? []).map(BigInt)]),
  )
  const applications = new Map<Snowflake, Application | undefined>()
  for (const { application_id: id } of messages.filter(isInvite)) {
    if (!applications.has(id)) applications.set(id, await findApplication(session, id))
  }
  return messages.map((message) => ({
    message,
    author: users.get(message.author_id),
    mentioned: (message.parts?.mentions ?? []).flatMap((id) => users.get(BigInt(id)) ?? []),
    ...(isInvite(message) && { application: applications.get(message.application_id) }),
  }))
}

/** Loads what responses and events show of one message. */
export async function hydrateGameMessage(
  session: StoreSession,
  message: StoredGameMessage,
): Promise<HydratedGameMessage> {
  const [hydrated] = await hydrateGameMessages(session, [message])
  return hydrated ?? { message, author: undefined, mentioned: [] }
}

/** Loads the users and the newest message of a DM that exists only in a game. */
export async function loadGameDm(session: StoreSession, dm: GameDm): Promise<LoadedGameDm> {
  const users = [...(await listUsers(session, usersOfDm(dm))).values()]
  return { dm, users, lastMessageId: (await findNewestGameMessageId(session, dm.id)) ?? null }
}

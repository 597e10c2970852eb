import type { VoicePlaces } from '../client/audio/voice-places.ts'
import { MergeGate } from '../client/auth/merge-gate.ts'
import type { Tokens } from '../client/auth/tokens.ts'
import type { Chat } from '../client/chat/chat.ts'
import type { ClientContext } from '../client/context.ts'
import type { Lobbies } from '../client/lobbies/lobbies.ts'
import { PlayerRequests } from '../client/player-requests.ts'
import { Presence } from '../client/presence/presence.ts'
import { Relationships } from '../client/relationships/relationships.ts'
import { userHandle } from '../client/users/handles.ts'
import { People } from '../client/users/people.ts'
import type { UserDirectory } from '../client/users/user-directory.ts'
import type { Session } from '../connection/session.ts'
import type { LazyLocalClient } from '../local-client/lazy-local-client.ts'
import { Pages } from '../local-client/pages.ts'
import { buildSocial } from './build-social.ts'

/** The areas that need a connection. The first Connect loads their code; they outlive a Disconnect. */
export interface Online {
  readonly users: UserDirectory
  readonly relationships: Relationships
  readonly presence: Presence
  readonly lobbies: Lobbies
  readonly chat: Chat
  readonly pages: Pages
  readonly merges: MergeGate
}

/** Parts that the areas are made of. */
export interface OnlineParts {
  readonly context: ClientContext
  readonly session: Session
  readonly tokens: Tokens
  readonly places: VoicePlaces
  readonly localClient: LazyLocalClient
}

/** Makes the areas that need a connection, before it begins: they hear of each dispatch. */
export function buildOnline({ context, session, tokens, places, localClient }: OnlineParts): Online {
  const requests = new PlayerRequests(context, tokens)
  const people = new People(context, session)
  const relationships = new Relationships(session, { requests, people })
  const takeLocalActivity = () => localClient.takeActivity()
  const presence = new Presence(context, session, { requests, people, takeLocalActivity })
  const users: UserDirectory = {
    handle: (id) => userHandle(people, id),
    current: () => userHandle(people, people.ownId),
    note: (user) => people.note(user),
  }
  const pages = new Pages(context, session, localClient)
  const merges = new MergeGate(context)
  const social = buildSocial({ context, session, requests, merges, places, users, pages })
  return { users, relationships, presence, pages, merges, ...social }
}

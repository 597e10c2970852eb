import {
  type ChannelObject,
  type CurrentUserObject,
  type PresenceObject,
  RelationshipType,
  type UserObject,
} from '@guildhall/protocol'
import type { LocalActions, Reducer, Reducers } from '../action.ts'
import { byId, withEntry, withoutEntry } from '../maps.ts'
import { type ClientState, EMPTY, type ReadState, type Relationship } from '../state.ts'
import { withUsers } from './users.ts'

interface Ready {
  user: CurrentUserObject
  user_settings?: { locale?: string | null }
  session_id: string
  auth_session_id_hash?: string
  guilds: { id: string; unavailable?: boolean }[]
  private_channels: ChannelObject[]
  relationships: Relationship[]
  presences?: PresenceObject[]
  read_state?: { id: string; last_message_id: string | null; mention_count: number }[]
}

/** READY begins a new session: guilds follow one by one, loaded messages are read again. */
const ready: Reducer<Ready> = (state, data) => {
  const users = new Map(state.users)
  const note = (user: UserObject | undefined) => user && users.set(user.id, user)
  note(data.user)
  for (const { recipients } of data.private_channels) for (const user of recipients ?? []) note(user)
  for (const { user } of data.relationships) note(user)
  const known = new Set(data.guilds.map(({ id }) => id))
  const channels = new Map([...state.channels].filter(([, { guild_id }]) => guild_id && known.has(guild_id)))
  for (const channel of data.private_channels) channels.set(channel.id, channel)
  return {
    ...EMPTY,
    now: state.now,
    status: 'ready',
    sessionId: data.session_id,
    authSessionIdHash: data.auth_session_id_hash ?? null,
    self: data.user,
    locale: data.user_settings?.locale ?? null,
    users,
    channels,
    // Shown until their GUILD_CREATE arrives, so that nothing flickers after a reconnect.
    guilds: new Map([...state.guilds].filter(([id]) => known.has(id))),
    presences: new Map((data.presences ?? []).map((presence) => [presence.user.id, presence])),
    relationships: byId(data.relationships),
    reads: readsOf(state, data),
    messages: onlyUnsent(state),
    // The new session joins again, and receives another voice server.
    voice: { ...state.voice, isLeaving: false, server: null },
  }
}

function readsOf(state: ClientState, { read_state }: Ready): ClientState['reads'] {
  if (!read_state) return state.reads
  const reads = new Map<string, ReadState>()
  for (const { id, last_message_id, mention_count } of read_state)
    reads.set(id, { lastReadId: last_message_id, mentions: mention_count })
  return reads
}

/**
 * Keeps messages that the server has not confirmed; what else was loaded may have changed meanwhile. Messages that
 * represent interactions go: the new session does not receive the results of interactions of the one before.
 */
function onlyUnsent({ messages, interactions }: ClientState): ClientState['messages'] {
  const kept = new Map<string, ReturnType<typeof messages.get> & object>()
  for (const [channelId, range] of messages) {
    const items = range.items.filter(({ id, local }) => local && !interactions.has(id))
    if (items.length > 0) kept.set(channelId, { items, hasOlder: true, hasNewer: true })
  }
  return kept
}

const userUpdated: Reducer<CurrentUserObject> = (state, user) => ({
  ...state,
  self: state.self?.id === user.id ? { ...state.self, ...user } : state.self,
  users: withEntry(state.users, user.id, { ...state.users.get(user.id), ...user }),
})

function withLocale(self: ClientState['self'], locale: string | null): ClientState['self'] {
  return self && locale !== null ? { ...self, locale } : self
}

type RelationshipEvent = Omit<Relationship, 'user'> & Partial<Pick<Relationship, 'user'>> & { should_notify?: boolean }

const relationshipSaved: Reducer<RelationshipEvent> = (state, { should_notify, ...relationship }) => {
  const known = state.relationships.get(relationship.id)
  const user = relationship.user ?? known?.user
  if (!user) return state
  const merged = { ...known, ...relationship, user }
  const relationships = withEntry(state.relationships, relationship.id, merged)
  return withUsers({ ...state, relationships }, [user])
}

/** A user who is no friend any more sends no presences either. */
const withoutRelationship = (state: ClientState, id: string): ClientState => ({
  ...state,
  relationships: withoutEntry(state.relationships, id),
  presences: withoutEntry(state.presences, id),
})

/** A new type of a relationship comes as an addition, which has all fields. */
const relationshipAdded: Reducer<RelationshipEvent> = (state, event, now) => {
  const { relationships, presences } = withoutRelationship(state, event.id)
  const isFriend = event.type === RelationshipType.FRIEND
  return relationshipSaved({ ...state, relationships, ...(isFriend ? {} : { presences }) }, event, now)
}

/** The person's own session: READY and relationships. */
export const sessionReducers = {
  READY: ready,
  USER_UPDATE: userUpdated,
  USER_SETTINGS_UPDATE: ((state, { locale }) =>
    locale === undefined ? state : { ...state, locale, self: withLocale(state.self, locale) }) satisfies Reducer<{
    locale?: string | null
  }>,
  RELATIONSHIP_ADD: relationshipAdded,
  RELATIONSHIP_UPDATE: relationshipSaved,
  RELATIONSHIP_REMOVE: ((state, { id }) => withoutRelationship(state, id)) satisfies Reducer<{ id: string }>,
  'connection changed': ((state, { status }) =>
    state.status === status ? state : { ...state, status }) satisfies Reducer<LocalActions['connection changed']>,
} satisfies Reducers

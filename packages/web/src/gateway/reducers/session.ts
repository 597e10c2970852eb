import type {
  ApplicationObject,
  ChannelObject,
  CurrentUserObject,
  PresenceObject,
  UserObject,
} from '@guildhall/protocol'
import { byId, withChanged, withEntry, withoutEntry } from '../../lib/maps.ts'
import type { LocalActions, Reducer, Reducers } from '../action.ts'
import { type ClientState, EMPTY, type ReadState, type Relationship } from '../state.ts'

interface Ready {
  user: CurrentUserObject
  session_id: string
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
    status: 'ready',
    sessionId: data.session_id,
    self: data.user,
    users,
    channels,
    // Shown until their GUILD_CREATE arrives, so that nothing flickers after a reconnect.
    guilds: new Map([...state.guilds].filter(([id]) => known.has(id))),
    presences: new Map((data.presences ?? []).map((presence) => [presence.user.id, presence])),
    relationships: byId(data.relationships),
    reads: readsOf(state, data),
    messages: onlyUnsent(state),
  }
}

function readsOf(state: ClientState, { read_state }: Ready): ClientState['reads'] {
  if (!read_state) return state.reads
  const reads = new Map<string, ReadState>()
  for (const { id, last_message_id, mention_count } of read_state)
    reads.set(id, { lastReadId: last_message_id, mentions: mention_count })
  return reads
}

/** Keeps messages that the server has not confirmed; what else was loaded may have changed meanwhile. */
function onlyUnsent({ messages }: ClientState): ClientState['messages'] {
  const kept = new Map<string, ReturnType<typeof messages.get> & object>()
  for (const [channelId, range] of messages) {
    const items = range.items.filter(({ local }) => local)
    if (items.length > 0) kept.set(channelId, { items, hasOlder: true, hasNewer: true })
  }
  return kept
}

const userUpdated: Reducer<CurrentUserObject> = (state, user) => ({
  ...state,
  self: state.self?.id === user.id ? { ...state.self, ...user } : state.self,
  users: withEntry(state.users, user.id, { ...state.users.get(user.id), ...user }),
})

const relationshipSaved: Reducer<Relationship> = (state, relationship) => {
  const known = state.relationships.get(relationship.id)
  const user = relationship.user ?? known?.user
  if (!user) return state
  const merged = { ...known, ...relationship, user }
  return {
    ...state,
    relationships: withEntry(state.relationships, relationship.id, merged),
    users: state.users.has(user.id) ? state.users : withEntry(state.users, user.id, user),
  }
}

interface ModalCreate {
  id: string
  nonce?: string | null
  channel_id: string
  custom_id: string
  title: string
  components: unknown[]
  application: Pick<ApplicationObject, 'id' | 'name' | 'icon'>
}

const modalOpened: Reducer<ModalCreate> = (state, data) => ({
  ...state,
  interactions: data.nonce ? withoutEntry(state.interactions, data.nonce) : state.interactions,
  modal: {
    id: data.id,
    nonce: data.nonce ?? null,
    channelId: data.channel_id,
    customId: data.custom_id,
    title: data.title,
    components: data.components,
    application: data.application,
  },
})

const interactionFailed: Reducer<{ nonce?: string | null; reason_code?: number }> = (
  state,
  { nonce, reason_code },
) => ({
  ...state,
  interactions: withChanged(state.interactions, nonce ?? '', (interaction) => ({
    ...interaction,
    state: 'failed' as const,
    error: reason_code === 2 ? 'The application did not respond' : 'This interaction failed',
  })),
})

/** The person's own session: READY, relationships, and interactions that the person started. */
export const sessionReducers = {
  READY: ready,
  USER_UPDATE: userUpdated,
  RELATIONSHIP_ADD: relationshipSaved,
  RELATIONSHIP_UPDATE: relationshipSaved,
  RELATIONSHIP_REMOVE: ((state, { id }) => ({
    ...state,
    relationships: withoutEntry(state.relationships, id),
  })) satisfies Reducer<{ id: string }>,
  INTERACTION_SUCCESS: ((state, { nonce }) => ({
    ...state,
    interactions: withoutEntry(state.interactions, nonce ?? ''),
  })) satisfies Reducer<{ nonce?: string | null }>,
  INTERACTION_FAILURE: interactionFailed,
  INTERACTION_MODAL_CREATE: modalOpened,
  'interaction started': ((state, { nonce, channelId, messageId, customId }) => ({
    ...state,
    interactions: withEntry(state.interactions, nonce, { nonce, state: 'waiting', channelId, messageId, customId }),
  })) satisfies Reducer<LocalActions['interaction started']>,
  'interaction failed': ((state, { nonce, error }) => ({
    ...state,
    interactions: withChanged(state.interactions, nonce, (known) => ({ ...known, state: 'failed' as const, error })),
  })) satisfies Reducer<LocalActions['interaction failed']>,
  'modal closed': ((state, { id }) => (state.modal?.id === id ? { ...state, modal: null } : state)) satisfies Reducer<
    LocalActions['modal closed']
  >,
  'connection changed': ((state, { status }) =>
    state.status === status ? state : { ...state, status }) satisfies Reducer<LocalActions['connection changed']>,
} satisfies Reducers

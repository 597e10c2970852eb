import type { LocalActions, Reducer, Reducers } from '../action.ts'
import {
  ARCHIVED_THREADS_MAX,
  LEFT_MEMBERS_MAX,
  LEFT_MESSAGES_MAX,
  LOADED_CHANNELS_MAX,
  READS_MAX,
  USERS_MAX,
} from '../limits.ts'
import { withEntry, withoutKeys } from '../maps.ts'
import type { ClientState, GuildState, MessageRange } from '../state.ts'
import { withoutChannels } from './channels.ts'

const channelLeft: Reducer<LocalActions['channel left']> = (state, { channelId, open }) => {
  const range = state.messages.get(channelId)
  if (!range) return state
  const messages = new Map(state.messages)
  // The map is in the order in which channels were left, so that the first is the one to forget.
  messages.delete(channelId)
  messages.set(channelId, trimmed(range))
  for (const [id, { items }] of messages) {
    if (messages.size <= LOADED_CHANNELS_MAX) break
    if (!open.includes(id) && !items.some(({ local }) => local)) messages.delete(id)
  }
  return withoutStrangers(withFewReads(withFewThreads({ ...state, messages }, open)))
}

/** Forgets the oldest archived threads, unless they are open. */
function withFewThreads(state: ClientState, open: readonly string[]): ClientState {
  const archived = [...state.channels.values()].filter(({ thread_metadata }) => thread_metadata?.archived)
  if (archived.length <= ARCHIVED_THREADS_MAX) return state
  const gone = archived.map(({ id }) => id).filter((id) => !open.includes(id))
  return withoutChannels(state, gone.slice(0, archived.length - ARCHIVED_THREADS_MAX))
}

/** Forgets what the person has read in channels that are deleted or hidden, once there are many. */
function withFewReads(state: ClientState): ClientState {
  const { reads, channels } = state
  if (reads.size <= READS_MAX) return state
  const gone = [...reads.keys()].filter((id) => !channels.has(id))
  return { ...state, reads: withoutKeys(reads, gone) }
}

/** Keeps the newest messages of a range. Unsent messages are the newest of theirs. */
function trimmed(range: MessageRange): MessageRange {
  if (range.items.length <= LEFT_MESSAGES_MAX) return range
  return { ...range, items: range.items.slice(-LEFT_MESSAGES_MAX), hasOlder: true }
}

/** Forgets users to whom nothing in the state refers, once there are many. */
function withoutStrangers(state: ClientState): ClientState {
  if (state.users.size <= USERS_MAX) return state
  const wanted = new Set([state.self?.id, ...state.relationships.keys()])
  for (const { recipients } of state.channels.values()) for (const { id } of recipients ?? []) wanted.add(id)
  for (const { members, voiceStates } of state.guilds.values()) {
    for (const id of members.keys()) wanted.add(id)
    for (const id of voiceStates.keys()) wanted.add(id)
  }
  for (const { items } of state.messages.values())
    for (const { author, mentions } of items) for (const { id } of [author, ...mentions]) wanted.add(id)
  const users = new Map([...state.users].filter(([id]) => wanted.has(id)))
  return users.size === state.users.size ? state : { ...state, users }
}

const guildLeft: Reducer<LocalActions['guild left']> = (state, { guildId }) => {
  const guild = state.guilds.get(guildId)
  if (!guild || guild.members.size <= LEFT_MEMBERS_MAX) return state
  return { ...state, guilds: withEntry(state.guilds, guildId, withFewMembers(guild, state.self?.id)) }
}

/** Keeps the person, members in voice channels, and the first of the others. */
function withFewMembers(guild: GuildState, selfId: string | undefined): GuildState {
  const needed = [...guild.members].filter(([id]) => id === selfId || guild.voiceStates.has(id))
  const members = new Map([...needed, ...[...guild.members].slice(0, LEFT_MEMBERS_MAX)])
  const presences = new Map([...guild.presences].filter(([id]) => members.has(id)))
  return { ...guild, members, presences }
}

/** Keeps collections within their limits when the person leaves a channel or guild. */
export const limitReducers = { 'channel left': channelLeft, 'guild left': guildLeft } satisfies Reducers

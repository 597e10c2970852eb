import type { ChannelObject, ThreadMemberObject, UserObject } from '@guildhall/protocol'
import { ChannelFlag, ChannelType } from '@guildhall/protocol/constants'
import type { Events } from '../../contract/generated/events.ts'
import type { Reducer, Reducers } from '../action.ts'
import { compareIds } from '../ids.ts'
import { withChanged, withEntry, withoutKeys } from '../maps.ts'
import type { ClientState, GuildState } from '../state.ts'
import { withUsers } from './users.ts'

/** Time for which a user is shown as typing. */
const TYPING_MS = 10_000

const saved: Reducer<ChannelObject & { newly_created?: boolean }> = (state, { newly_created, ...channel }) => {
  const known = state.channels.get(channel.id)
  // Events of threads omit the person's own membership; the recipients of a DM are not repeated either.
  const merged = known ? { ...known, ...channel, ...(channel.member ? {} : keepMember(known)) } : channel
  return withUsers({ ...state, channels: withEntry(state.channels, channel.id, merged) }, channel.recipients ?? [])
}

const FORUMS: ReadonlySet<number> = new Set([ChannelType.GUILD_FORUM, ChannelType.GUILD_MEDIA])

/** A forum has no messages: its newest post counts as one. */
const threadCreated: Reducer<Events['THREAD_CREATE']> = (state, thread, now) => {
  const parent = state.channels.get(thread.parent_id ?? '')
  const next = saved(state, thread, now)
  if (!parent || !FORUMS.has(parent.type)) return next
  const newest = state.newest.get(parent.id) ?? parent.last_message_id ?? '0'
  return compareIds(newest, thread.id) < 0 ? { ...next, newest: withEntry(next.newest, parent.id, thread.id) } : next
}

const keepMember = ({ member }: ChannelObject) => (member ? { member } : {})

/** A bot keeps a channel that is hidden from it, and receives nothing of its threads any more. */
const updated: Reducer<ChannelObject> = (state, channel, now) => {
  const next = saved(state, channel, now)
  const isHidden = ((channel.flags ?? 0) & ChannelFlag.CHANNEL_OBFUSCATED) !== 0
  return isHidden ? withoutChannels(next, threadsIn(next, channel.id)) : next
}

const deleted: Reducer<{ id: string }> = (state, { id }) =>
  withoutContents(withoutChannels(state, [id, ...threadsIn(state, id)]), id)

function threadsIn({ channels }: ClientState, channelId: string): string[] {
  return [...channels.values()]
    .filter(({ parent_id, thread_metadata }) => parent_id === channelId && thread_metadata)
    .map(({ id }) => id)
}

/**
 * Returns the state without the voice states of others, events and stages in a hidden channel: the person does not
 * receive their changes. The person's own voice state ends by an event.
 */
function withoutContents(state: ClientState, channelId: string): ClientState {
  for (const [id, { voiceStates, events, stages }] of state.guilds) {
    const isHidden = ([key, { channel_id }]: readonly [string, { readonly channel_id: string | null }]) =>
      channel_id === channelId && key !== state.self?.id
    const keysIn = (map: ReadonlyMap<string, { readonly channel_id: string | null }>) =>
      [...map].filter(isHidden).map(([key]) => key)
    const hidden = [keysIn(voiceStates), keysIn(events), keysIn(stages)] as const
    if (hidden.every((keys) => keys.length === 0)) continue
    const change = (guild: GuildState) => ({
      ...guild,
      voiceStates: withoutKeys(voiceStates, hidden[0]),
      events: withoutKeys(events, hidden[1]),
      stages: withoutKeys(stages, hidden[2]),
    })
    return { ...state, guilds: withChanged(state.guilds, id, change) }
  }
  return state
}

/**
 * Returns the state without channels that are deleted or hidden from the person. Read states stay, because a hidden
 * channel may be shown again.
 */
export function withoutChannels(state: ClientState, ids: readonly string[]): ClientState {
  return {
    ...state,
    channels: withoutKeys(state.channels, ids),
    messages: withoutKeys(state.messages, ids),
    newest: withoutKeys(state.newest, ids),
    typing: withoutKeys(state.typing, ids),
  }
}

const threadsSynced: Reducer<Events['THREAD_LIST_SYNC']> = (state, { guild_id, channel_ids, threads, members }) => {
  const channels = new Map(state.channels)
  for (const [id, channel] of state.channels) {
    const isSynced = channel_ids === undefined || channel_ids.includes(channel.parent_id ?? '')
    if (channel.guild_id === guild_id && channel.thread_metadata && isSynced) channels.delete(id)
  }
  const own = new Map(members.map((member) => [member.id, member]))
  for (const thread of threads) {
    const member = own.get(thread.id)
    channels.set(thread.id, member ? { ...thread, member } : thread)
  }
  return { ...state, channels }
}

interface ThreadMemberEvent extends ThreadMemberObject {
  guild_id?: string
  presence?: unknown
}

const threadMember: Reducer<Events['THREAD_MEMBER_UPDATE']> = (state, member) => ({
  ...state,
  channels: withChanged(state.channels, member.id ?? '', (thread) => ({ ...thread, member: membershipOf(member) })),
})

/** Returns the membership in a thread, of which events repeat the place and the person. */
function membershipOf({ guild_id, presence, member, ...membership }: ThreadMemberEvent): ThreadMemberObject {
  return membership
}

const threadMembers: Reducer<Events['THREAD_MEMBERS_UPDATE']> = (
  state,
  { id, member_count, added_members, removed_member_ids },
) => ({
  ...state,
  channels: withChanged(state.channels, id, (thread) => {
    const self = state.self?.id ?? ''
    const added = added_members?.find(({ user_id }) => user_id === self)
    if (removed_member_ids?.includes(self)) {
      const { member: _left, ...rest } = thread
      return { ...rest, member_count }
    }
    return { ...thread, member_count, ...(added ? { member: membershipOf(added) } : {}) }
  }),
})

interface TypingStart {
  channel_id: string
  user_id: string
}

const typingStarted: Reducer<TypingStart> = (state, { channel_id, user_id }, now) => {
  if (user_id === state.self?.id) return state
  const users = withEntry(state.typing.get(channel_id) ?? new Map<string, number>(), user_id, now + TYPING_MS)
  return { ...state, typing: withEntry(state.typing, channel_id, users) }
}

interface RecipientChange {
  channel_id: string
  user: UserObject
}

/** Changes the recipients of a group. The list does not contain the person. */
function recipients(
  change: (others: readonly UserObject[], user: UserObject) => UserObject[],
): Reducer<RecipientChange> {
  return (state, { channel_id, user }) => {
    if (user.id === state.self?.id) return state
    const channels = withChanged(state.channels, channel_id, (channel) => ({
      ...channel,
      recipients: change(
        (channel.recipients ?? []).filter(({ id }) => id !== user.id),
        user,
      ),
    }))
    return withUsers({ ...state, channels }, [user])
  }
}

/** Channels, threads and direct messages. */
export const channelReducers = {
  CHANNEL_CREATE: saved,
  CHANNEL_UPDATE: updated,
  CHANNEL_DELETE: deleted,
  THREAD_CREATE: threadCreated,
  THREAD_UPDATE: saved,
  THREAD_DELETE: deleted,
  THREAD_LIST_SYNC: threadsSynced,
  THREAD_MEMBER_UPDATE: threadMember,
  THREAD_MEMBERS_UPDATE: threadMembers,
  CHANNEL_RECIPIENT_ADD: recipients((others, user) => [...others, user]),
  CHANNEL_RECIPIENT_REMOVE: recipients((others) => [...others]),
  TYPING_START: typingStarted,
  CHANNEL_PINS_UPDATE: ((state, { channel_id, last_pin_timestamp }) => ({
    ...state,
    channels: withChanged(state.channels, channel_id, (channel) => ({ ...channel, last_pin_timestamp })),
  })) satisfies Reducer<{ channel_id: string; last_pin_timestamp: string | null }>,
} satisfies Reducers

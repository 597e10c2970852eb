import type { ChannelObject, UserObject } from '@guildhall/protocol'
import type { Events } from '../../contract/generated/events.ts'
import type { Reducer, Reducers } from '../action.ts'
import { withChanged, withEntry, withoutEntry } from '../maps.ts'

/** Time for which a user is shown as typing. */
const TYPING_MS = 10_000

const saved: Reducer<ChannelObject> = (state, channel) => {
  const known = state.channels.get(channel.id)
  // Events of threads omit the person's own membership; the recipients of a DM are not repeated either.
  const merged = known ? { ...known, ...channel, ...(channel.member ? {} : keepMember(known)) } : channel
  return { ...state, channels: withEntry(state.channels, channel.id, merged) }
}

const keepMember = ({ member }: ChannelObject) => (member ? { member } : {})

const deleted: Reducer<{ id: string }> = (state, { id }) => {
  const channels = new Map(state.channels)
  channels.delete(id)
  for (const [childId, child] of state.channels) {
    if (child.parent_id === id && child.thread_metadata) channels.delete(childId)
  }
  return { ...state, channels, messages: withoutEntry(state.messages, id) }
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

const threadMember: Reducer<Events['THREAD_MEMBER_UPDATE']> = (state, member) => ({
  ...state,
  channels: withChanged(state.channels, member.id ?? '', (thread) => ({ ...thread, member })),
})

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
    return { ...thread, member_count, ...(added ? { member: added } : {}) }
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
    return { ...state, channels, users: withEntry(state.users, user.id, user) }
  }
}

/** Channels, threads and direct messages. */
export const channelReducers = {
  CHANNEL_CREATE: saved,
  CHANNEL_UPDATE: saved,
  CHANNEL_DELETE: deleted,
  THREAD_CREATE: saved,
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

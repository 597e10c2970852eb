import type { ReactionObject } from '@guildhall/protocol'
import { MessageFlag, MessageType } from '@guildhall/protocol/constants'
import type { LocalActions, Reducer, Reducers } from '../action.ts'
import { compareIds } from '../ids.ts'
import { OPEN_MESSAGES_MAX } from '../limits.ts'
import { withChanged, withEntry, withoutEntry } from '../maps.ts'
import { mentionsPerson } from '../mentions.ts'
import type { ClientState, MessageRange, ShownMessage } from '../state.ts'

const NO_RANGE: MessageRange = { items: [], hasOlder: true, hasNewer: false }
/** Range of a channel of which nothing is loaded, so that only messages that are being sent belong to it. */
const UNLOADED: MessageRange = { items: [], hasOlder: true, hasNewer: true }

/** Returns the place of a message in a range, or where it would be inserted as `-1 - index`. */
function indexOfMessage(items: readonly ShownMessage[], id: string): number {
  let low = 0
  let high = items.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compareIds(items[middle]?.id ?? '', id)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1 - low
}

/** Inserts a message in the order of ids, or replaces the one with its id. */
export function withMessage(items: readonly ShownMessage[], message: ShownMessage): readonly ShownMessage[] {
  const at = indexOfMessage(items, message.id)
  if (at >= 0) return items.with(at, message)
  return items.toSpliced(-1 - at, 0, message)
}

/** Returns two runs of messages as one. Runs that do not overlap are put together without a search. */
function merged(known: readonly ShownMessage[], loaded: readonly ShownMessage[]): readonly ShownMessage[] {
  const isBefore = (one: readonly ShownMessage[], other: readonly ShownMessage[]) =>
    compareIds(one.at(-1)?.id ?? '', other[0]?.id ?? '') < 0
  if (isBefore(loaded, known)) return [...loaded, ...known]
  if (isBefore(known, loaded)) return [...known, ...loaded]
  return loaded.reduce(withMessage, known)
}

/** Changes the loaded messages of a channel, if there are any. */
export function inChannel(state: ClientState, id: string, change: (range: MessageRange) => MessageRange): ClientState {
  const messages = withChanged(state.messages, id, change)
  return messages === state.messages ? state : { ...state, messages }
}

function changeMessage(
  state: ClientState,
  channelId: string,
  messageId: string,
  change: (message: ShownMessage) => ShownMessage,
): ClientState {
  return inChannel(state, channelId, (range) => {
    const at = indexOfMessage(range.items, messageId)
    const message = range.items[at]
    return message ? { ...range, items: range.items.with(at, change(message)) } : range
  })
}

const created: Reducer<ShownMessage> = (state, message) => {
  const next = countInThread(
    noteNewest(rememberAuthor(state, message), message),
    message.channel_id,
    countOf(state, message),
  )
  return inChannel(next, message.channel_id, (range) => {
    const nonce = message.nonce === undefined ? undefined : String(message.nonce)
    // The own message that waits for this confirmation has its nonce as its id.
    const items = nonce === undefined ? range.items : range.items.filter((item) => !item.local || item.id !== nonce)
    if (range.hasNewer) return items === range.items ? range : { ...range, items }
    // An own message comes twice. The later one may be the older one, from before a MESSAGE_UPDATE.
    const known = items[indexOfMessage(items, message.id)]
    return withoutOldest({ ...range, items: withMessage(items, { ...message, ...known }) })
  })
}

/** Forgets the oldest messages of a range that has become too long. */
function withoutOldest(range: MessageRange): MessageRange {
  if (range.items.length <= OPEN_MESSAGES_MAX) return range
  return { ...range, items: range.items.slice(-OPEN_MESSAGES_MAX), hasOlder: true }
}

/** Forgets the newest messages of a range that has become too long, except those that the server does not know. */
function withoutNewest(range: MessageRange): MessageRange {
  if (range.items.length <= OPEN_MESSAGES_MAX) return range
  const items = range.items.filter(({ local }, index) => index < OPEN_MESSAGES_MAX || local)
  return { ...range, items, hasNewer: true }
}

function rememberAuthor(state: ClientState, { author, webhook_id }: ShownMessage): ClientState {
  if (webhook_id || state.users.has(author.id)) return state
  return { ...state, users: withEntry(state.users, author.id, author) }
}

/**
 * Returns what a message adds to the count of its thread. The message that the thread is about adds nothing, and an own
 * message comes twice: as the response of the request that posted it, and as an event.
 */
function countOf(state: ClientState, { id, channel_id, flags, type }: ShownMessage): number {
  if (id === channel_id || type === MessageType.THREAD_STARTER_MESSAGE || (flags & MessageFlag.EPHEMERAL) !== 0)
    return 0
  const newest = state.newest.get(channel_id) ?? state.channels.get(channel_id)?.last_message_id
  return newest && compareIds(id, newest) <= 0 ? 0 : 1
}

/** Changes the counts of a thread, as the platform does, which sends no event about them. */
function countInThread(state: ClientState, channelId: string, by: number): ClientState {
  if (by === 0) return state
  const channels = withChanged(state.channels, channelId, (thread) => {
    const { message_count, total_message_sent } = thread
    if (message_count === undefined || total_message_sent === undefined) return thread
    return {
      ...thread,
      message_count: Math.max(message_count + by, 0),
      total_message_sent: total_message_sent + Math.max(by, 0),
    }
  })
  return channels === state.channels ? state : { ...state, channels }
}

/** Notes the newest message of the channel, and whether it mentions the person. */
function noteNewest(state: ClientState, message: ShownMessage): ClientState {
  const { channel_id: channelId } = message
  const ephemeral = (message.flags & MessageFlag.EPHEMERAL) !== 0
  const newest = ephemeral ? state.newest : withEntry(state.newest, channelId, message.id)
  const typing = withChanged(state.typing, channelId, (users) => withoutEntry(users, message.author.id))
  const own = message.author.id === state.self?.id
  const reads = own
    ? withEntry(state.reads, channelId, { lastReadId: message.id, mentions: 0 })
    : countMention(state, message)
  return { ...state, newest, typing, reads }
}

function countMention(state: ClientState, message: ShownMessage): ClientState['reads'] {
  const direct = !state.channels.get(message.channel_id)?.guild_id
  if (!direct && !mentionsPerson(state, message)) return state.reads
  const read = state.reads.get(message.channel_id) ?? { lastReadId: null, mentions: 0 }
  return withEntry(state.reads, message.channel_id, { ...read, mentions: read.mentions + 1 })
}

const updated: Reducer<ShownMessage> = (state, message) =>
  changeMessage(state, message.channel_id, message.id, (known) => {
    // Events do not know whether the person reacted; the loaded message does.
    const { reactions, ...rest } = message
    const changed = { ...known, ...rest, ...(known.reactions || !reactions ? {} : { reactions }) }
    // A message loses the flag when its thread is deleted.
    if ((changed.flags & MessageFlag.HAS_THREAD) === 0) delete changed.thread
    return changed
  })

const deleted: Reducer<{ id: string; channel_id: string }> = (state, { id, channel_id }) =>
  removed(countInThread(state, channel_id, id === channel_id ? 0 : -1), channel_id, [id])

function removed(state: ClientState, channelId: string, ids: readonly string[]): ClientState {
  const gone = new Set(ids)
  return inChannel(state, channelId, (range) => {
    if (!range.items.some(({ id, referenced_message }) => gone.has(id) || gone.has(referenced_message?.id ?? '')))
      return range
    const kept = range.items.filter(({ id }) => !gone.has(id))
    const items = kept.map((item) =>
      item.referenced_message && gone.has(item.referenced_message.id) ? { ...item, referenced_message: null } : item,
    )
    return { ...range, items }
  })
}

interface ReactionEvent {
  user_id: string
  channel_id: string
  message_id: string
  emoji?: { id?: string | null; name: string | null; animated?: boolean }
}

const NO_EMOJI = { id: null, name: null }

/** Returns the key of an emoji among the reactions of a message. */
export function emojiKey({ id, name }: { id?: string | null | undefined; name?: string | null | undefined }): string {
  return id ?? name ?? ''
}

function react(by: 1 | -1): Reducer<ReactionEvent> {
  return (state, { user_id, channel_id, message_id, emoji = NO_EMOJI }) =>
    changeMessage(state, channel_id, message_id, (message) => {
      const me = user_id === state.self?.id
      const reactions = message.reactions ?? []
      const at = reactions.findIndex((reaction) => emojiKey(reaction.emoji) === emojiKey(emoji))
      const known = reactions[at]
      // The app has counted its own reaction already.
      if (me && (known?.me ?? false) === by > 0) return message
      return { ...message, reactions: countReaction(reactions, at, { emoji, me, by }) }
    })
}

function countReaction(
  reactions: readonly ReactionObject[],
  at: number,
  { emoji, me, by }: { emoji: NonNullable<ReactionEvent['emoji']>; me: boolean; by: number },
): ReactionObject[] {
  const known = reactions[at]
  if (!known) {
    if (by < 0) return [...reactions]
    const fresh = { count: 1, count_details: { burst: 0, normal: 1 }, me, me_burst: false, burst_colors: [] }
    return [...reactions, { ...fresh, emoji: emoji as ReactionObject['emoji'] }]
  }
  const count = known.count + by
  if (count <= 0) return reactions.toSpliced(at, 1)
  return reactions.with(at, { ...known, count, me: me ? by > 0 : known.me })
}

const loaded: Reducer<LocalActions['messages loaded']> = (state, { channelId, range, mode }) => {
  const known = state.messages.get(channelId) ?? NO_RANGE
  const users = new Map(state.users)
  for (const { author, webhook_id } of range.items)
    if (!webhook_id && !users.has(author.id)) users.set(author.id, author)
  return { ...state, users, messages: withEntry(state.messages, channelId, joined(known, range, mode)) }
}

function joined(known: MessageRange, range: MessageRange, mode: 'replace' | 'older' | 'newer'): MessageRange {
  const local = known.items.filter((item) => item.local)
  if (mode === 'replace') {
    const items = range.hasNewer ? range.items : local.reduce(withMessage, range.items)
    return { ...range, items }
  }
  const items = merged(known.items, range.items)
  return mode === 'older'
    ? withoutNewest({ items, hasOlder: range.hasOlder, hasNewer: known.hasNewer })
    : withoutOldest({ items, hasOlder: known.hasOlder, hasNewer: range.hasNewer })
}

const sending: Reducer<LocalActions['message sending']> = (state, { message }) => {
  const { channel_id: channelId } = message
  // Without a connection, the messages before it may not have been loaded yet.
  const range = state.messages.get(channelId) ?? UNLOADED
  const items = withMessage(range.items, message)
  return { ...state, messages: withEntry(state.messages, channelId, { ...range, items }) }
}

const failed: Reducer<LocalActions['message failed']> = (state, { channelId, nonce, error, retry }) =>
  changeMessage(state, channelId, nonce, (message) => ({ ...message, local: { state: 'failed', error, retry } }))

const dismissed: Reducer<LocalActions['message dismissed']> = (state, { channelId, messageId }) =>
  removed(state, channelId, [messageId])

const read: Reducer<LocalActions['channel read']> = (state, { channelId, messageId }) => {
  const known = state.reads.get(channelId)
  if (known?.lastReadId === messageId && known.mentions === 0) return state
  return { ...state, reads: withEntry(state.reads, channelId, { lastReadId: messageId, mentions: 0 }) }
}

interface PollVote {
  user_id: string
  channel_id: string
  message_id: string
  answer_id: number
}

function vote(by: 1 | -1): Reducer<PollVote> {
  return (state, { user_id, channel_id, message_id, answer_id }) =>
    changeMessage(state, channel_id, message_id, (message) => {
      const { poll } = message
      if (!poll) return message
      const results = poll.results ?? { is_finalized: false, answer_counts: [] }
      const known = results.answer_counts.find(({ id }) => id === answer_id)
      const me = user_id === state.self?.id ? by > 0 : (known?.me_voted ?? false)
      const counted = { id: answer_id, count: Math.max((known?.count ?? 0) + by, 0), me_voted: me }
      const answer_counts = [...results.answer_counts.filter(({ id }) => id !== answer_id), counted]
      return { ...message, poll: { ...poll, results: { ...results, answer_counts } } }
    })
}

/** Messages, reactions, polls and what the person has read. */
export const messageReducers = {
  MESSAGE_CREATE: created,
  MESSAGE_UPDATE: updated,
  MESSAGE_DELETE: deleted,
  MESSAGE_DELETE_BULK: ((state, { ids, channel_id }) =>
    removed(
      countInThread(state, channel_id, -ids.filter((id) => id !== channel_id).length),
      channel_id,
      ids,
    )) satisfies Reducer<{
    ids: string[]
    channel_id: string
  }>,
  MESSAGE_REACTION_ADD: react(1),
  MESSAGE_REACTION_REMOVE: react(-1),
  MESSAGE_REACTION_REMOVE_ALL: ((state, { channel_id, message_id }) =>
    changeMessage(state, channel_id, message_id, (message) => ({ ...message, reactions: [] }))) satisfies Reducer<
    Pick<ReactionEvent, 'channel_id' | 'message_id'>
  >,
  MESSAGE_REACTION_REMOVE_EMOJI: ((state, { channel_id, message_id, emoji = NO_EMOJI }) =>
    changeMessage(state, channel_id, message_id, (message) => ({
      ...message,
      reactions: (message.reactions ?? []).filter((reaction) => emojiKey(reaction.emoji) !== emojiKey(emoji)),
    }))) satisfies Reducer<Omit<ReactionEvent, 'user_id'>>,
  MESSAGE_POLL_VOTE_ADD: vote(1),
  MESSAGE_POLL_VOTE_REMOVE: vote(-1),
  MESSAGE_ACK: ((state, { channel_id, message_id, mention_count = 0 }) => ({
    ...state,
    reads: withEntry(state.reads, channel_id, { lastReadId: message_id, mentions: mention_count }),
  })) satisfies Reducer<{ channel_id: string; message_id: string; mention_count?: number }>,
  'messages loaded': loaded,
  'message sending': sending,
  'message failed': failed,
  'message dismissed': dismissed,
  'channel read': read,
} satisfies Reducers

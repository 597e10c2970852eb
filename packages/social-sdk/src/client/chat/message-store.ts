import type { MessageRecord } from './message-record.ts'

/** Messages of each channel that are kept: the newest ones. */
const MESSAGES_PER_CHANNEL_MAX = 25
/** Deleted messages that are remembered, as a response under way may still have them. */
const DELETED_MAX = 1_000
/** Channels with kept messages. Above it, the messages of the channel with the oldest news are forgotten. */
const CHANNELS_MAX = 1_000

/** A message as its handles see it. It goes on to exist for them when the store keeps it no longer. */
export interface MessageEntry {
  record: MessageRecord
}

/** Messages of a channel. */
interface ChannelMessages {
  readonly kept: Map<bigint, MessageEntry>
  /** All messages of the channel with this id and above are kept; null if there may be gaps. 0n: all that there are. */
  wholeFrom: bigint | null
}

/** The newest messages of each channel. */
export class MessageStore {
  /** The channel with the newest news is the last one. */
  readonly #channels = new Map<bigint, ChannelMessages>()
  readonly #entries = new Map<bigint, MessageEntry>()
  readonly #deleted = new Set<bigint>()

  find(id: bigint): MessageEntry | undefined {
    return this.#entries.get(id)
  }

  /**
   * Returns up to that many messages of a channel, the newest ones; null if one of them may be missing.
   * @param since ms of Unix time at which the history begins
   */
  newest(channelId: bigint, count: number, since: number): MessageEntry[] | null {
    const { kept, wholeFrom } = this.#channels.get(channelId) ?? {}
    if (!kept || wholeFrom == null) return null
    const whole = [...kept.values()].filter(
      ({ record }) => record.id >= wholeFrom && record.sentAt >= since && record.disclosure === null,
    )
    if (wholeFrom !== 0n && whole.length < count) return null
    return whole.toSorted((one, other) => (one.record.id < other.record.id ? 1 : -1)).slice(0, count)
  }

  /** Notes that all messages of a channel from an id on are brought by events, or follow at once. */
  noteWhole(channelId: bigint, from: bigint): void {
    const channel = this.#channelOf(channelId)
    if (channel.wholeFrom === null || from < channel.wholeFrom) channel.wholeFrom = from
  }

  /** Keeps a message of an event, which is newer than what is known. */
  put(record: MessageRecord): MessageEntry {
    const known = this.#entries.get(record.id)
    if (known) known.record = record
    return known ?? this.#keep({ record })
  }

  /** Keeps a message of a response. Events may have brought it already, and a later edit. */
  takeOver(record: MessageRecord): MessageEntry {
    const known = this.#entries.get(record.id)
    if (!known) return this.#deleted.has(record.id) ? { record } : this.#keep({ record })
    if (record.editedAt > known.record.editedAt) known.record = record
    return known
  }

  /** Forgets a message that was deleted. */
  remove(id: bigint): MessageEntry | undefined {
    this.#deleted.add(id)
    const [longestGone] = this.#deleted
    if (this.#deleted.size > DELETED_MAX && longestGone !== undefined) this.#deleted.delete(longestGone)
    const entry = this.#entries.get(id)
    if (!entry) return undefined
    this.#entries.delete(id)
    this.#channels.get(entry.record.channelId)?.kept.delete(id)
    return entry
  }

  /** Forgets the messages of a channel. */
  removeChannel(channelId: bigint): void {
    for (const id of this.#channels.get(channelId)?.kept.keys() ?? []) this.#entries.delete(id)
    this.#channels.delete(channelId)
  }

  /** Forgets all messages: after another READY, events about them may be missing. */
  clear(): void {
    this.#channels.clear()
    this.#entries.clear()
    this.#deleted.clear()
  }

  #keep(entry: MessageEntry): MessageEntry {
    const { id, channelId } = entry.record
    const channel = this.#channelOf(channelId)
    channel.kept.set(id, entry)
    this.#entries.set(id, entry)
    if (channel.kept.size > MESSAGES_PER_CHANNEL_MAX) this.#forgetOldest(channel)
    const [longestSilent] = this.#channels.keys()
    if (this.#channels.size > CHANNELS_MAX && longestSilent !== undefined) this.removeChannel(longestSilent)
    return entry
  }

  /** Returns the messages of a channel, which has news now. */
  #channelOf(id: bigint): ChannelMessages {
    const channel = this.#channels.get(id) ?? { kept: new Map(), wholeFrom: null }
    this.#channels.delete(id)
    this.#channels.set(id, channel)
    return channel
  }

  #forgetOldest(channel: ChannelMessages): void {
    const oldest = [...channel.kept.keys()].reduce((one, other) => (one < other ? one : other))
    channel.kept.delete(oldest)
    this.#entries.delete(oldest)
    if (channel.wholeFrom !== null && oldest >= channel.wholeFrom) channel.wholeFrom = oldest + 1n
  }
}

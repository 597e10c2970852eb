import type { MessageRecord } from './message-record.ts'

/** Messages of each channel that are kept: the newest ones. */
const MESSAGES_PER_CHANNEL_MAX = 25
/** Channels with kept messages. Above it, the messages of the channel with the oldest news are forgotten. */
const CHANNELS_MAX = 1_000

/** A message as its handles see it. It goes on to exist for them when the store keeps it no longer. */
export interface MessageEntry {
  record: MessageRecord
}

/** The newest messages of each channel. */
export class MessageStore {
  /** The channel with the newest news is the last one. */
  readonly #channels = new Map<bigint, Map<bigint, MessageEntry>>()
  readonly #entries = new Map<bigint, MessageEntry>()

  find(id: bigint): MessageEntry | undefined {
    return this.#entries.get(id)
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
    if (!known) return this.#keep({ record })
    if (record.editedAt > known.record.editedAt) known.record = record
    return known
  }

  remove(id: bigint): MessageEntry | undefined {
    const entry = this.#entries.get(id)
    if (!entry) return undefined
    this.#entries.delete(id)
    this.#channels.get(entry.record.channelId)?.delete(id)
    return entry
  }

  /** Forgets the messages of a channel. */
  removeChannel(channelId: bigint): void {
    for (const id of this.#channels.get(channelId)?.keys() ?? []) this.#entries.delete(id)
    this.#channels.delete(channelId)
  }

  /** Forgets all messages: after another READY, events about them may be missing. */
  clear(): void {
    this.#channels.clear()
    this.#entries.clear()
  }

  #keep(entry: MessageEntry): MessageEntry {
    const { id, channelId } = entry.record
    const kept = this.#channels.get(channelId) ?? new Map<bigint, MessageEntry>()
    this.#channels.delete(channelId)
    this.#channels.set(channelId, kept.set(id, entry))
    this.#entries.set(id, entry)
    if (kept.size > MESSAGES_PER_CHANNEL_MAX) {
      const oldest = [...kept.keys()].reduce((one, other) => (one < other ? one : other))
      kept.delete(oldest)
      this.#entries.delete(oldest)
    }
    const [longestSilent] = this.#channels.keys()
    if (this.#channels.size > CHANNELS_MAX && longestSilent !== undefined) this.removeChannel(longestSilent)
    return entry
  }
}

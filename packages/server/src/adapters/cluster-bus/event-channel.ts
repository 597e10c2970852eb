import type { LoggedEvents } from './event-log.ts'
import { encodeMessage } from './messages.ts'
import type { PeerChannel } from './node-channel.ts'

/** Versions of a message, and length of their texts. A longer text is a message by itself. */
const VERSIONS_MAX = 1_000
const LENGTH_MAX = 64 * 1024

/**
 * A channel that carries events too. Those of one turn of the event loop share a message: its signature and its way
 * cost the sender and each receiver more than another event in it.
 */
export class EventChannel implements PeerChannel {
  readonly #channel: PeerChannel
  #events: LoggedEvents[] = []
  #length = 0
  #timer: NodeJS.Immediate | null = null
  #sent = 0

  constructor(channel: PeerChannel) {
    this.#channel = channel
  }

  get connected(): boolean {
    return this.#channel.connected
  }

  get hasPeers(): boolean {
    return this.#channel.hasPeers
  }

  /** Number of messages with events. */
  get sent(): number {
    return this.#sent
  }

  /** Sends the events of a version at the end of this turn, behind those that were added before. */
  add(logged: LoggedEvents): void {
    // Receivers read what is too long for a message from the log, which has no events without a version.
    if (this.#length + logged.text.length > LENGTH_MAX || this.#events.length >= VERSIONS_MAX) this.flush()
    this.#events.push(logged)
    this.#length += logged.text.length
    this.#timer ??= setImmediate(() => this.flush())
  }

  /** Sends the events that were added. */
  flush(): void {
    if (this.#timer) clearImmediate(this.#timer)
    this.#timer = null
    if (this.#events.length === 0) return
    const message = encodeMessage(this.#events, Date.now())
    this.#events = []
    this.#length = 0
    this.#sent += 1
    this.#channel.send(message)
  }

  /** Sends a message behind the events that were added: it may say that somebody else is to follow the next ones. */
  send(message: Uint8Array): void {
    this.flush()
    this.#channel.send(message)
  }

  close(): Promise<void> {
    this.flush()
    return this.#channel.close()
  }
}

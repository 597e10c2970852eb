import type { LoggedEvents } from './event-log.ts'
import { encodeMessage } from './messages.ts'

/** Versions of a message, and length of their texts. A longer text is a message by itself. */
const VERSIONS_MAX = 1_000
const LENGTH_MAX = 64 * 1024

/**
 * Events for other nodes. Those of one turn of the event loop share a message: its signature and its way cost the
 * sender and each receiver more than another event in it.
 */
export class OutgoingEvents {
  readonly #send: (message: Uint8Array) => void
  #events: LoggedEvents[] = []
  #length = 0
  #timer: NodeJS.Immediate | null = null
  #sent = 0

  /** @param send sends a message to all other nodes */
  constructor(send: (message: Uint8Array) => void) {
    this.#send = send
  }

  /** Number of messages. */
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

  /** Sends what was added. */
  flush(): void {
    if (this.#timer) clearImmediate(this.#timer)
    this.#timer = null
    if (this.#events.length === 0) return
    const message = encodeMessage(this.#events, Date.now())
    this.#events = []
    this.#length = 0
    this.#sent += 1
    this.#send(message)
  }
}

import type { LoggedEvents } from './event-log.ts'
import { encodeMessage } from './messages.ts'

/** Length of texts, and number of versions, with which a message is sent at once. */
const LENGTH_MAX = 64 * 1024
const VERSIONS_MAX = 1_000

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
    this.#events.push(logged)
    this.#length += logged.text.length
    if (this.#length > LENGTH_MAX || this.#events.length >= VERSIONS_MAX) this.flush()
    else this.#timer ??= setImmediate(() => this.flush())
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

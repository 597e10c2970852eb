import { GATEWAY_SENDS_MAX, GATEWAY_SENDS_PER_MS } from '@guildhall/protocol/constants'

/** Messages that are left for heartbeats and Resume. */
const RESERVED = 10

/** Delays commands that the platform would refuse: it closes connections that send more than 120 messages a minute. */
export class SendPace {
  readonly #send: (op: number, data: unknown) => void
  #sentAt: number[] = []
  #waiting: { op: number; data: unknown }[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param send sends a command, and calls `note` as every sent message does */
  constructor(send: (op: number, data: unknown) => void) {
    this.#send = send
  }

  /** Counts a message that is sent now. */
  note(): void {
    this.#sentAt.push(performance.now())
    if (this.#sentAt.length > GATEWAY_SENDS_MAX) this.#sentAt.shift()
  }

  /** Sends a command now or as soon as the platform takes it, in order. */
  send(op: number, data: unknown): void {
    this.#waiting.push({ op, data })
    this.#flush()
  }

  /** Forgets everything with the connection. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sentAt = []
    this.#waiting = []
  }

  #flush(): void {
    if (this.#timer !== undefined) return
    while (this.#waiting.length > 0) {
      const now = performance.now()
      this.#sentAt = this.#sentAt.filter((at) => now - at < GATEWAY_SENDS_PER_MS)
      const oldest = this.#sentAt[this.#sentAt.length - (GATEWAY_SENDS_MAX - RESERVED)]
      if (oldest !== undefined) return this.#later(oldest + GATEWAY_SENDS_PER_MS - now)
      const next = this.#waiting.shift()
      if (next) this.#send(next.op, next.data)
    }
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#flush()
    }, ms)
  }
}

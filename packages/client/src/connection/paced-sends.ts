import { PRESENCE_UPDATES_MAX, PRESENCE_UPDATES_PER_MS } from '@guildhall/protocol/constants'

export interface PacedSendsParts {
  /** Sends the newest value. Returns whether there was a connection. */
  readonly send: () => boolean
  /** Monotonic time in ms. Default: that of the runtime. */
  readonly now?: () => number
  /** Calls a task after a time, and returns the function that cancels it. Default: a timer of the runtime. */
  readonly later?: (ms: number, task: () => void) => () => void
}

/** Sends a presence no more often than the platform takes it. Requests in between end in one send afterwards. */
export class PacedSends {
  readonly #send: () => boolean
  readonly #now: () => number
  readonly #later: NonNullable<PacedSendsParts['later']>
  #sentAt: number[] = []
  #cancel: (() => void) | null = null

  constructor({ send, now = () => performance.now(), later = afterTimer }: PacedSendsParts) {
    this.#send = send
    this.#now = now
    this.#later = later
  }

  /** Sends now or as soon as the platform takes it. */
  request(): void {
    if (this.#cancel) return
    const now = this.#now()
    this.#sentAt = this.#sentAt.filter((at) => now - at < PRESENCE_UPDATES_PER_MS)
    const [oldest] = this.#sentAt
    if (oldest === undefined || this.#sentAt.length < PRESENCE_UPDATES_MAX) {
      if (this.#send()) this.#sentAt.push(now)
      return
    }
    this.#cancel = this.#later(oldest + PRESENCE_UPDATES_PER_MS - now, () => {
      this.#cancel = null
      this.request()
    })
  }

  /** Gives up the send that waits. */
  close(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}

function afterTimer(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms)
  return () => clearTimeout(timer)
}

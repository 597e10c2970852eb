import type { Lease } from '../../kernel/lease.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import type { Tape } from '../../kernel/tape/tape.ts'

/** Something that writes what waits for it when the outbox is flushed. */
export interface Sender {
  /** Whether it is in the outbox; the outbox sets it. */
  queued: boolean
  flush(): void
}

/**
 * Sessions with something to send. Each is flushed once, at the end of the tick. Nothing is sent while the lease may
 * have ended: another process may have taken the sessions over.
 */
export class Outbox {
  /** Records what is written. */
  readonly tape: Tape
  readonly metrics: Metrics
  readonly #lease: Lease | null
  #waiting: Sender[] = []

  constructor(tape: Tape, metrics: Metrics, lease: Lease | null) {
    this.#lease = lease
    lease?.onHeld(() => this.flush())
    this.tape = tape
    this.metrics = metrics
  }

  /** Whether sessions may be sent something now. */
  get open(): boolean {
    return this.#lease === null || this.#lease.isHeld()
  }

  /** Adds a sender, unless it is in the outbox already. */
  add(sender: Sender): void {
    if (sender.queued) return
    sender.queued = true
    this.#waiting.push(sender)
    if (this.#waiting.length === 1) setImmediate(() => this.flush())
  }

  /** Flushes all waiting senders now. */
  flush(): void {
    if (!this.open) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const sender of waiting) {
      sender.queued = false
      sender.flush()
    }
  }
}

export interface Sender {
  /** Already in the outbox; kept by it. */
  queued: boolean
  flush(): void
}

/** Sessions with something to send: each is written to once at the end of a tick. */
export class Outbox {
  #waiting: Sender[] = []

  add(sender: Sender): void {
    if (sender.queued) return
    sender.queued = true
    this.#waiting.push(sender)
    if (this.#waiting.length === 1) setImmediate(() => this.flush())
  }

  flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const sender of waiting) {
      sender.queued = false
      sender.flush()
    }
  }
}

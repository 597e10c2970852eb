import type { Clock } from '../../kernel/clock.ts'
import type { FrameFault } from '../../kernel/control.ts'

/** A fault of the next dispatches of one session. */
export class FrameFaults {
  readonly #fault: FrameFault
  readonly #wallClock: Clock
  #left: number

  constructor(fault: FrameFault, wallClock: Clock) {
    this.#fault = fault
    this.#wallClock = wallClock
    this.#left = fault.frames
  }

  /** Returns what happens to the next dispatch; null once the fault has been used up. */
  next(): FrameFault['type'] | null {
    if (this.#left === 0) return null
    this.#left -= 1
    return this.#fault.type
  }

  /** Runs a task after the delay. */
  later(task: () => void): void {
    this.#wallClock.at(this.#wallClock.now() + this.#fault.delayMs, task)
  }
}

import type { StoreSession } from '../../kernel/store/store.ts'
import { type Slots, type Sweep, sweep, unchangedAt } from './event-log.ts'
import { recentSlots } from './recent-slots.ts'

/** Time for which the log certainly has what was committed. */
const LOG_MS = 8 * 60_000
/** Questions in a row that found nothing, after which the next one is the short one. Among writers it is in vain. */
const QUIET_MIN = 8

/** Answer to a question: what was committed since the one before it. */
export interface Answer extends Sweep {
  /** Time at which the question began, by the clock of this process. */
  readonly askedAt: number
  /** Tables of the log that have it. */
  readonly slots: Slots
  /** Whether the log may have lost a part of it, because the question before it was long ago. */
  readonly isLate: boolean
}

/** Questions of a node about what was committed since the last one, on whatever topic. One is asked at a time. */
export class LogQuestions {
  readonly #node: string
  #last: Sweep
  #lastAt = performance.now()
  /** Questions in a row between which nothing was committed. */
  #unchanged = 0

  constructor(node: string, first: Sweep) {
    this.#node = node
    this.#last = first
  }

  /** Tables of the log that can have what was committed since the last question. */
  get slots(): Slots {
    return recentSlots(this.#last.at, performance.now() - this.#lastAt)
  }

  /**
   * Asks the database. While nobody writes, the question is whether anything was committed, which costs it a quarter.
   *
   * @returns null for nothing. Anything else is to be noted by `note`, once views contain it
   */
  async ask(session: StoreSession): Promise<Answer | null> {
    const askedAt = performance.now()
    if (this.#unchanged >= QUIET_MIN) {
      const at = await unchangedAt(session, this.#last)
      if (at !== null) {
        this.#last = { ...this.#last, at }
        this.#lastAt = askedAt
        return null
      }
    }
    const { slots } = this
    const found = await sweep(session, this.#node, { since: this.#last.snapshot, slots })
    return { ...found, askedAt, slots, isLate: performance.now() - this.#lastAt > LOG_MS }
  }

  /** The next question is about what is committed after this answer. */
  note(answer: Answer): void {
    this.#unchanged = answer.snapshot === this.#last.snapshot ? this.#unchanged + 1 : 0
    this.#last = answer
    this.#lastAt = answer.askedAt
  }
}

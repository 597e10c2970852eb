import type { Frame } from '../wire-codec.ts'
import { isThinking, type Seen } from './filter.ts'

/** Events of one person that are kept; older ones are forgotten. */
const EVENTS_MAX = 5_000

/** Longest delay of setTimeout, which runs at once for a longer one. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** A wait ended without the event. */
export type Outcome = { readonly seen: Seen } | { readonly why: string }

interface Waiting {
  fits(seen: Seen): boolean
  end(outcome: Outcome): void
}

/** The events of one person, in order. A wait takes the first event that fits, which arrived already or will. */
export class Feed {
  readonly #thinkingIds = new Set<string>()
  #seen: Seen[] = []
  #waiting: Waiting[] = []

  /** Events so far, oldest first. */
  get seen(): readonly Seen[] {
    return this.#seen
  }

  /** Adds an event, which a waiting expectation may take at once. */
  add(frame: Frame): void {
    const seen: Seen = { frame, names: this.#namesOf(frame), taken: false }
    this.#seen.push(seen)
    if (this.#seen.length > EVENTS_MAX) this.#seen = this.#seen.slice(-EVENTS_MAX / 2)
    const waiting = this.#waiting.find((wait) => wait.fits(seen))
    if (!waiting) return
    seen.taken = true
    this.#waiting = this.#waiting.filter((other) => other !== waiting)
    waiting.end({ seen })
  }

  /** Takes the first event that fits. Returns the reason if there is none within the limit, or the session ended. */
  async take(fits: (seen: Seen) => boolean, limitMs: number): Promise<Outcome> {
    const present = this.#seen.find((seen) => !seen.taken && fits(seen))
    if (present) {
      present.taken = true
      return { seen: present }
    }
    const { promise, resolve: end } = Promise.withResolvers<Outcome>()
    const waiting: Waiting = { fits, end }
    this.#waiting.push(waiting)
    const timer = setTimeout(
      () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        end({ why: `within ${limitMs >= 1_000 ? `${limitMs / 1_000} s` : `${limitMs} ms`}` })
      },
      Math.min(limitMs, TIMER_MAX_MS),
    )
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends all waits. */
  end(why: string): void {
    for (const { end } of this.#waiting.splice(0)) end({ why })
  }

  /** Forgets all events. */
  clear(): void {
    this.#seen = []
    this.#thinkingIds.clear()
  }

  #namesOf({ t, d }: Frame): string[] {
    if (t === null) return []
    const id = String(d.id)
    if (t === 'MESSAGE_CREATE' && isThinking(d)) this.#thinkingIds.add(id)
    const isFilledIn = t === 'MESSAGE_UPDATE' && !isThinking(d) && this.#thinkingIds.delete(id)
    return isFilledIn ? ['MESSAGE_CREATE', t] : [t]
  }
}

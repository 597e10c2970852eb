import type { Instant } from '@guildhall/protocol'

/** The only source of time. All else takes an `Instant` as a value, so that a test or a developer can move it. */
export interface Clock {
  now(): Instant
  /** Runs `task` once the clock reaches `when`, by running on or by being moved. Answers a function that cancels it. */
  at(when: Instant, task: () => void): () => void
  /** Moves the clock forward; what has come due meanwhile runs in the order of its time. Negative values are refused. */
  advance(byMs: number): void
  close(): void
}

/** setTimeout holds 31 bits; a longer wait is re-armed. */
const TIMER_MAX_MS = 2 ** 31 - 1

interface Waiting {
  when: Instant
  task: () => void
}

/**
 * A clock that runs with the machine's, from `startAt` on (the platform date) or from now.
 * One timer serves all that waits: the one due next.
 */
export function runningClock(startAt?: Instant): Clock {
  let offsetMs = startAt === undefined ? 0 : startAt - Date.now()
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | undefined
  let armedFor = Number.POSITIVE_INFINITY
  const now = () => Date.now() + offsetMs

  function fireDue(): void {
    armedFor = Number.POSITIVE_INFINITY
    const due = [...waiting].filter((entry) => entry.when <= now()).sort((a, b) => a.when - b.when)
    for (const entry of due) if (waiting.delete(entry)) entry.task()
    arm()
  }

  function arm(): void {
    let next = Number.POSITIVE_INFINITY
    for (const entry of waiting) next = Math.min(next, entry.when)
    if (next === armedFor) return
    clearTimeout(timer)
    armedFor = next
    if (next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(fireDue, Math.min(Math.max(next - now(), 0), TIMER_MAX_MS))
    timer.unref()
  }

  return {
    now,
    at(when, task) {
      const entry = { when, task }
      waiting.add(entry)
      if (when < armedFor) arm()
      return () => void waiting.delete(entry)
    },
    advance(byMs) {
      if (!(byMs >= 0)) throw new RangeError('The clock only moves forward')
      offsetMs += byMs
      fireDue()
    },
    close() {
      waiting.clear()
      clearTimeout(timer)
    },
  }
}

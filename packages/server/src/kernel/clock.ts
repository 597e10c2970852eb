import type { Instant } from '@guildhall/protocol'
import TinyQueue from 'tinyqueue'

/** A date at which a clock begins. */
export interface ClockState {
  readonly now: Instant
  readonly frozen: boolean
}

/** The only source of time. Other code takes an `Instant` as a value, so that tests and developers can move it. */
export interface Clock {
  now(): Instant
  /** Runs `task` once the clock reaches `when`, by running or by being moved. Returns a function that cancels it. */
  at(when: Instant, task: () => void): () => void
  /** Moves the clock forward and runs due tasks in the order of their times. @throws RangeError for negative values */
  advance(byMs: number): void
  /** Whether time stands still. `advance` moves a frozen clock too. */
  readonly frozen: boolean
  /** Stops time. */
  freeze(): void
  /** Lets time run on from where it stands. */
  resume(): void
  /** Forgets all waiting tasks and begins at another date, which may lie before the present one. */
  restart(state: ClockState): void
  close(): void
}

/** Longest delay of setTimeout; a longer wait is armed again. */
const TIMER_MAX_MS = 2 ** 31 - 1
/** Cancelled entries are removed when there are more than this many and more of them than of others. */
const CANCELLED_MAX = 1_000

interface Waiting {
  readonly when: Instant
  /** Order among tasks that are due at the same time. */
  readonly order: number
  /** Null once it was cancelled. */
  task: (() => void) | null
}

const earlier = (a: Waiting, b: Waiting) => a.when - b.when || a.order - b.order

const queueOf = (waiting: Waiting[]) => new TinyQueue(waiting, earlier)

/** Returns time that runs at wall-clock speed from `startAt`, or from now, until it is frozen. */
function movableTime(startAt?: Instant) {
  let offsetMs = startAt === undefined ? 0 : startAt - Date.now()
  let frozenAt: Instant | null = null
  const now = () => frozenAt ?? Date.now() + offsetMs
  return {
    now,
    isFrozen: () => frozenAt !== null,
    advance(byMs: number) {
      if (frozenAt === null) offsetMs += byMs
      else frozenAt += byMs
    },
    freeze() {
      frozenAt ??= now()
    },
    resume() {
      if (frozenAt === null) return
      offsetMs = frozenAt - Date.now()
      frozenAt = null
    },
    set(state: ClockState) {
      offsetMs = state.now - Date.now()
      frozenAt = state.frozen ? state.now : null
    },
  }
}

/**
 * Returns a clock that runs at wall-clock speed from `startAt` (the platform date) or from now. One timer serves all
 * waiting tasks: it fires for the next one.
 */
export function runningClock(startAt?: Instant): Clock {
  const time = movableTime(startAt)
  const { now, isFrozen } = time
  let waiting = queueOf([])
  let [cancelled, order, armedFor] = [0, 0, Number.POSITIVE_INFINITY]
  let timer: NodeJS.Timeout | undefined

  function fireDue(): void {
    armedFor = Number.POSITIVE_INFINITY
    const due: Waiting[] = []
    for (let next = waiting.peek(); next && next.when <= now(); next = waiting.peek()) {
      waiting.pop()
      if (next.task) due.push(next)
      else cancelled -= 1
    }
    for (const entry of due) {
      const { task } = entry
      // Another task of the same time cancelled it.
      if (task === null) cancelled -= 1
      entry.task = null
      task?.()
    }
    arm()
  }

  function arm(): void {
    const next = (isFrozen() ? undefined : waiting.peek()?.when) ?? Number.POSITIVE_INFINITY
    if (next === armedFor) return
    clearTimeout(timer)
    armedFor = next
    if (next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(fireDue, Math.min(Math.max(next - now(), 0), TIMER_MAX_MS))
    timer.unref()
  }

  function changed(change: () => void): void {
    change()
    arm()
  }

  function forgetAll(): void {
    waiting = queueOf([])
    ;[cancelled, armedFor] = [0, Number.POSITIVE_INFINITY]
    clearTimeout(timer)
  }

  function cancel(entry: Waiting): void {
    if (entry.task === null) return
    entry.task = null
    cancelled += 1
    if (cancelled <= CANCELLED_MAX || cancelled * 2 < waiting.length) return
    waiting = queueOf(waiting.data.filter(({ task }) => task !== null))
    cancelled = 0
  }

  return {
    now,
    at(when, task) {
      order += 1
      const entry: Waiting = { when, order, task }
      waiting.push(entry)
      if (when < armedFor) arm()
      return () => cancel(entry)
    },
    advance(byMs) {
      if (!(byMs >= 0)) throw new RangeError('The clock only moves forward')
      time.advance(byMs)
      fireDue()
    },
    get frozen() {
      return isFrozen()
    },
    freeze: () => changed(time.freeze),
    resume: () => changed(time.resume),
    restart(state) {
      forgetAll()
      time.set(state)
    },
    close: forgetAll,
  }
}

/** Returns the same time for a part that ends before the clock does: its tasks do not run after `isOver` is true. */
export function clockUntil(clock: Clock, isOver: () => boolean): Clock {
  return {
    ...clock,
    get frozen() {
      return clock.frozen
    },
    at: (when, task) =>
      clock.at(when, () => {
        if (!isOver()) task()
      }),
  }
}

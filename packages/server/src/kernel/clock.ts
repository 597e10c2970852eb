import type { Instant } from '@guildhall/protocol'
import TinyQueue from 'tinyqueue'

/** A date at which a clock begins. */
export interface ClockState {
  readonly now: Instant
  readonly frozen: boolean
}

/** Setting of a clock, which runs by that of the machine or stands still. Clocks of several machines can have one. */
export interface ClockSetting {
  /** Time by which it is ahead of the clock of the machine. */
  readonly offsetMs: number
  /** Date at which it stands still; null if it runs. */
  readonly frozenAt: Instant | null
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
  setting(): ClockSetting
  /** Takes another setting. Due tasks run in the order of their times. */
  adopt(setting: ClockSetting): void
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
    setting: () => ({ offsetMs, frozenAt }),
    adopt(setting: ClockSetting) {
      offsetMs = setting.offsetMs
      frozenAt = setting.frozenAt
    },
    set(state: ClockState) {
      offsetMs = state.now - Date.now()
      frozenAt = state.frozen ? state.now : null
    },
  }
}

/** Tasks that wait for their time. One timer serves them all: it fires for the next one. */
class WaitingTasks {
  readonly #time: Pick<ReturnType<typeof movableTime>, 'now' | 'isFrozen'>
  #waiting = queueOf([])
  #cancelled = 0
  #order = 0
  #armedFor = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(time: Pick<ReturnType<typeof movableTime>, 'now' | 'isFrozen'>) {
    this.#time = time
  }

  /** Returns a function that cancels the task. */
  add(when: Instant, task: () => void): () => void {
    this.#order += 1
    const entry: Waiting = { when, order: this.#order, task }
    this.#waiting.push(entry)
    if (when < this.#armedFor) this.arm()
    return () => this.#cancel(entry)
  }

  /** Runs the tasks that are due, in the order of their times. */
  fireDue(): void {
    this.#armedFor = Number.POSITIVE_INFINITY
    const due: Waiting[] = []
    for (let next = this.#waiting.peek(); next && next.when <= this.#time.now(); next = this.#waiting.peek()) {
      this.#waiting.pop()
      if (next.task) due.push(next)
      else this.#cancelled -= 1
    }
    for (const entry of due) {
      const { task } = entry
      // Another task of the same time cancelled it.
      if (task === null) this.#cancelled -= 1
      entry.task = null
      task?.()
    }
    this.arm()
  }

  /** Sets the timer to the next task; a frozen clock needs none. */
  arm(): void {
    const next = (this.#time.isFrozen() ? undefined : this.#waiting.peek()?.when) ?? Number.POSITIVE_INFINITY
    if (next === this.#armedFor) return
    clearTimeout(this.#timer)
    this.#armedFor = next
    if (next === Number.POSITIVE_INFINITY) return
    const delayMs = Math.min(Math.max(next - this.#time.now(), 0), TIMER_MAX_MS)
    this.#timer = setTimeout(() => this.fireDue(), delayMs)
    this.#timer.unref()
  }

  forgetAll(): void {
    this.#waiting = queueOf([])
    this.#cancelled = 0
    this.#armedFor = Number.POSITIVE_INFINITY
    clearTimeout(this.#timer)
  }

  #cancel(entry: Waiting): void {
    if (entry.task === null) return
    entry.task = null
    this.#cancelled += 1
    if (this.#cancelled <= CANCELLED_MAX || this.#cancelled * 2 < this.#waiting.length) return
    this.#waiting = queueOf(this.#waiting.data.filter(({ task }) => task !== null))
    this.#cancelled = 0
  }
}

/** Returns a clock that runs at wall-clock speed from `startAt` (the platform date) or from now. */
export function runningClock(startAt?: Instant): Clock {
  const time = movableTime(startAt)
  const { now, isFrozen } = time
  const tasks = new WaitingTasks(time)
  const changed = (change: () => void): void => {
    change()
    tasks.arm()
  }
  return {
    now,
    at: (when, task) => tasks.add(when, task),
    advance(byMs) {
      if (!(byMs >= 0)) throw new RangeError('The clock only moves forward')
      time.advance(byMs)
      tasks.fireDue()
    },
    get frozen() {
      return isFrozen()
    },
    freeze: () => changed(time.freeze),
    resume: () => changed(time.resume),
    setting: time.setting,
    adopt(setting) {
      time.adopt(setting)
      tasks.fireDue()
    },
    restart(state) {
      tasks.forgetAll()
      time.set(state)
    },
    close: () => tasks.forgetAll(),
  }
}

/** Returns a clock with the same time, for a part that ends earlier. Its tasks do not run once `isOver` is true. */
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

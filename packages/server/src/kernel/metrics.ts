import type { Traces } from './traces.ts'

/** Upper bounds in seconds of the steps of a histogram. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** Durations, counted in steps. */
export class Durations {
  /** Numbers of durations up to each bound that are above the one before it; the last one has no bound. */
  readonly counts = new Float64Array(BOUNDS.length + 1)
  sumSeconds = 0

  static readonly bounds: readonly number[] = BOUNDS

  /** Counts a duration, or several that were alike. */
  observe(ms: number, times = 1): void {
    const seconds = ms / 1_000
    let step = 0
    while (step < BOUNDS.length && seconds > (BOUNDS[step] as number)) step += 1
    this.counts[step] = (this.counts[step] as number) + times
    this.sumSeconds += seconds * times
  }
}

/** Numbers by a label, whose values come from lists of this program: series stay bounded. */
export class Counts {
  readonly #counts = new Map<string, number>()

  add(label: string, times = 1): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + times)
  }

  entries(): IterableIterator<[string, number]> {
    return this.#counts.entries()
  }
}

/** Numbers by a name and an HTTP status. Adding makes no text, because each request adds. */
class StatusCounts {
  readonly #counts = new Map<string, Map<number, number>>()

  add(name: string, status: number): void {
    let ofName = this.#counts.get(name)
    if (ofName === undefined) {
      ofName = new Map()
      this.#counts.set(name, ofName)
    }
    ofName.set(status, (ofName.get(status) ?? 0) + 1)
  }

  /** Returns the numbers by `name status`. */
  *entries(): Generator<[string, number]> {
    for (const [name, counts] of this.#counts) for (const [status, count] of counts) yield [`${name} ${status}`, count]
  }
}

/**
 * Counters of a platform. Hot paths add numbers in memory and do nothing else. The text of metrics is made when it is
 * asked for.
 */
export class Metrics {
  /** Receives the same work, one piece after another; null unless an operator asks for traces. */
  readonly traces: Traces | null
  /** Requests to operations by operation and status. */
  readonly requests = new StatusCounts()
  readonly requestDurations = new Durations()
  /** Transactions of the store, until they are durable. */
  readonly transactions = new Durations()
  /** Events from their publication, which follows the commit, to the sockets. */
  readonly events = new Durations()
  /** Dispatches of sessions. */
  dispatches = 0
  messages = 0
  /** Connections of voice clients now. */
  voiceSessions = 0
  /** Seconds of the last backup; 0 before. */
  backupSeconds = 0
  /** Jobs by `kind result`. */
  readonly jobs = new Counts()
  /** Events that servers of applications have accepted or refused. */
  readonly webhookEvents = new Counts()

  constructor(traces: Traces | null = null) {
    this.traces = traces
  }
}

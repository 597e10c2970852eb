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
  readonly #counts: Map<string, number>

  /** @param labels those that are listed before anything was counted */
  constructor(...labels: readonly string[]) {
    this.#counts = new Map(labels.map((label) => [label, 0]))
  }

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

/** Counters of one of several nodes. */
export class NodeMetrics {
  /** Sessions of which a client resumed one of another node here, or that were kept for other nodes. */
  readonly sessionMoves = new Counts('moved', 'kept', 'refused')
  /** Sessions of lost nodes that this node has ended. */
  sessionsLost = 0
  /** Whether clients are led to other nodes. */
  isDraining = false
  /** Events of other nodes that a message brought, from their commit to the sockets. */
  readonly eventDelays = new Durations()
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
  /** Bytes that uploads leave free on the disk, as the settings say; null until they are read. */
  diskReserveBytes: number | null = null
  /** Jobs by `kind result`. */
  readonly jobs = new Counts()
  /** From the due time of a job to its run, by the platform date. */
  readonly jobDelays = new Durations()
  /** Events that servers of applications have accepted or refused. */
  readonly webhookEvents = new Counts()
  /** From an event to the response of a server that accepted it. */
  readonly webhookEventDelays = new Durations()
  /** Times at which the database failed. */
  storeErrors = 0
  readonly nodes = new NodeMetrics()

  constructor(traces: Traces | null = null) {
    this.traces = traces
  }
}

import { QueueFullError } from './queues.ts'

export interface FairOptions {
  /** Sum of the weights that run at a time. */
  readonly total: number
  /** Tasks that run at a time; without it, only their weights count. */
  readonly tasksMax?: number
  /** Weight above which a task is heavy. Heavy tasks together take half of the total, so that light ones find room. */
  readonly heavyAbove?: number
  /** Tasks that may wait, of all holders and of one. */
  readonly waitingMax: number
  readonly waitingPerHolderMax: number
  /** Longest wait in milliseconds. */
  readonly waitMaxMs: number
}

export interface FairTask {
  /** Name of the one that the task is done for, such as an address. */
  readonly holder: string
  /** From 1 to the total; other values count as the nearer of the two. */
  readonly weight?: number
  /** Ends the wait. A task that runs already is not stopped. */
  readonly signal?: AbortSignal | undefined
}

interface Waiter {
  readonly holder: string
  readonly weight: number
  readonly start: () => void
}

/**
 * Bounds work that is expensive, and shares it between holders: the next task is that of the holder with the least in
 * use, and light ones come before heavy ones. A holder with many tasks delays its own.
 */
export class FairLimit {
  readonly #options: FairOptions
  /** In the order of their arrival. */
  readonly #waiting = new Set<Waiter>()
  readonly #waitingOf = new Map<string, number>()
  readonly #usedBy = new Map<string, number>()
  #weight = 0
  #heavy = 0
  #tasks = 0

  constructor(options: FairOptions) {
    this.#options = options
  }

  /**
   * Runs the task once there is room, and settles as the task does.
   * @throws QueueFullError when too many tasks wait, or this one has waited too long; the reason of `signal` when it
   *   ends the wait
   */
  async run<T>(task: () => Promise<T>, { holder, weight: given = 1, signal }: FairTask): Promise<T> {
    signal?.throwIfAborted()
    const weight = Math.min(Math.max(given, 1), this.#options.total)
    if (this.#hasRoom(weight)) this.#begin(holder, weight)
    else await this.#wait(holder, weight, signal)
    try {
      return await task()
    } finally {
      this.#end(holder, weight)
    }
  }

  #isHeavy(weight: number): boolean {
    return weight > (this.#options.heavyAbove ?? Infinity)
  }

  #hasRoom(weight: number): boolean {
    const { total, tasksMax = Infinity } = this.#options
    if (this.#tasks >= tasksMax || this.#weight + weight > total) return false
    // One that is heavier than half runs beside no other heavy one.
    return !this.#isHeavy(weight) || this.#heavy === 0 || this.#heavy + weight <= total / 2
  }

  async #wait(holder: string, weight: number, signal: AbortSignal | undefined): Promise<void> {
    const { waitingMax, waitingPerHolderMax, waitMaxMs } = this.#options
    const ofHolder = this.#waitingOf.get(holder) ?? 0
    if (this.#waiting.size >= waitingMax || ofHolder >= waitingPerHolderMax) {
      throw new QueueFullError('too many callers wait already')
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { holder, weight, start: resolve }
    const leave = (reason: unknown) => {
      this.#forget(waiter)
      reject(reason)
    }
    const abort = () => leave(signal?.reason)
    const timer = setTimeout(() => leave(new QueueFullError(`no room in ${waitMaxMs} ms`)), waitMaxMs)
    this.#waiting.add(waiter)
    add(this.#waitingOf, holder, 1)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  #forget(waiter: Waiter): void {
    this.#waiting.delete(waiter)
    add(this.#waitingOf, waiter.holder, -1)
  }

  /** Counts a task before it starts, so that no new caller takes its room. */
  #begin(holder: string, weight: number): void {
    this.#tasks += 1
    this.#weight += weight
    if (this.#isHeavy(weight)) this.#heavy += weight
    add(this.#usedBy, holder, weight)
  }

  #end(holder: string, weight: number): void {
    this.#tasks -= 1
    this.#weight -= weight
    if (this.#isHeavy(weight)) this.#heavy -= weight
    add(this.#usedBy, holder, -weight)
    for (let next = this.#next(); next; next = this.#next()) {
      this.#forget(next)
      this.#begin(next.holder, next.weight)
      next.start()
    }
  }

  /** Returns the waiting task with the least cost that has room: what its holder has in use, and its own weight. */
  #next(): Waiter | undefined {
    let best: Waiter | undefined
    let least = Infinity
    for (const waiter of this.#waiting) {
      const cost = (this.#usedBy.get(waiter.holder) ?? 0) + waiter.weight
      if (cost < least && this.#hasRoom(waiter.weight)) {
        best = waiter
        least = cost
      }
    }
    return best
  }
}

function add(amounts: Map<string, number>, holder: string, amount: number): void {
  const sum = (amounts.get(holder) ?? 0) + amount
  if (sum > 0) amounts.set(holder, sum)
  else amounts.delete(holder)
}

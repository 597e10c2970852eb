/** Runs tasks one after another, in the order of the calls. A task that fails does not stop the next one. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Settles as the task does. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => undefined)
    return result
  }
}

interface Waits {
  last: Promise<void>
  size: number
}

/** One serial queue per key. Keys do not wait for each other, and a key without tasks takes no memory. */
export class KeyedQueue<K> {
  readonly #queues = new Map<K, Waits>()

  /** Returns how many tasks of the key wait or run. */
  size(key: K): number {
    return this.#queues.get(key)?.size ?? 0
  }

  /** Settles as the task does. */
  async run<T>(key: K, task: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key)
    try {
      return await task()
    } finally {
      release()
    }
  }

  /**
   * Waits for the callers before this one. Resolves with the function that lets the next caller of the key continue.
   */
  async acquire(key: K): Promise<() => void> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), size: 0 }
    this.#queues.set(key, queue)
    const previous = queue.last
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.last = promise
    queue.size += 1
    if (queue.size > 1) await previous
    return () => {
      queue.size -= 1
      if (queue.size === 0) this.#queues.delete(key)
      resolve()
    }
  }
}

/** The waiting list of a concurrency limit is full. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

export interface ConcurrencyOptions {
  /** Sum of the weights that run at a time. */
  readonly total: number
  /** Callers that may wait. */
  readonly waitingMax: number
}

export interface AcquireOptions {
  /** From 1 to the total; other values count as the nearer of the two. */
  readonly weight?: number
  /** Ends the wait. A task that runs already is not stopped. */
  readonly signal?: AbortSignal
}

interface Waiter {
  readonly weight: number
  readonly start: () => void
}

/** Bounds the weight of tasks that run at a time. Waiting callers are served in order, so none waits forever. */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyOptions
  readonly #waiting = new Set<Waiter>()
  #running = 0

  constructor(options: ConcurrencyOptions) {
    this.#options = options
  }

  /** Whether no task runs or waits. */
  get idle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  /**
   * Runs the task once its weight is free, and settles as the task does.
   * @throws QueueFullError when `waitingMax` callers wait; the reason of `signal` when it ends the wait
   */
  async run<T>(task: () => Promise<T>, { weight = 1, signal }: AcquireOptions = {}): Promise<T> {
    signal?.throwIfAborted()
    const share = Math.min(Math.max(weight, 1), this.#options.total)
    if (this.#waiting.size > 0 || this.#running + share > this.#options.total) await this.#wait(share, signal)
    else this.#running += share
    try {
      return await task()
    } finally {
      this.#running -= share
      this.#startNext()
    }
  }

  async #wait(weight: number, signal: AbortSignal | undefined): Promise<void> {
    const { waitingMax } = this.#options
    if (this.#waiting.size >= waitingMax) throw new QueueFullError(`${waitingMax} callers wait already`)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { weight, start: resolve }
    const abort = () => {
      this.#waiting.delete(waiter)
      reject(signal?.reason)
      this.#startNext()
    }
    this.#waiting.add(waiter)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Counts a waiter's weight before its task starts, so that no new caller takes its share. */
  #startNext(): void {
    for (const waiter of this.#waiting) {
      if (this.#running + waiter.weight > this.#options.total) return
      this.#waiting.delete(waiter)
      this.#running += waiter.weight
      waiter.start()
    }
  }
}

/** One concurrency limit per key. A key without tasks takes no memory. */
export class KeyedConcurrencyLimit<K> {
  readonly #options: ConcurrencyOptions
  readonly #limits = new Map<K, ConcurrencyLimit>()

  constructor(options: ConcurrencyOptions) {
    this.#options = options
  }

  /** Runs the task under the limit of its key, like `ConcurrencyLimit.run`. */
  async run<T>(key: K, task: () => Promise<T>, options: AcquireOptions = {}): Promise<T> {
    const limit = this.#limits.get(key) ?? new ConcurrencyLimit(this.#options)
    this.#limits.set(key, limit)
    try {
      return await limit.run(task, options)
    } finally {
      if (limit.idle) this.#limits.delete(key)
    }
  }
}

/**
 * Runs a few tasks at a time in the order of the calls. It yields to the event loop between two tasks when a time
 * slice is used up, so that a burst of tasks (thousands of Identifies) does not delay the sessions that run already.
 */
export class TimeSlicedScheduler {
  readonly #sliceMs: number
  readonly #concurrency: number
  readonly #waiting: (() => Promise<void>)[] = []
  #running = 0
  #sliceEnd = 0

  /** @param options.concurrency tasks at a time, for tasks that wait for a store over the network */
  constructor({ sliceMs, concurrency }: { sliceMs: number; concurrency: number }) {
    this.#sliceMs = sliceMs
    this.#concurrency = concurrency
  }

  /** Settles as the task does. */
  run(task: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => task().then(resolve, reject))
      if (this.#running < this.#concurrency) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#running += 1
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      if (performance.now() > this.#sliceEnd) {
        await new Promise((resolve) => setImmediate(resolve))
        this.#sliceEnd = performance.now() + this.#sliceMs
      }
      await task()
    }
    this.#running -= 1
  }
}

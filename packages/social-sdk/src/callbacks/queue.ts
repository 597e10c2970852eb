/** Callbacks that wait for RunCallbacks, of all Clients of the process. */
let waiting: (() => void)[] = []
let isRunning = false
const dueListeners = new Set<() => void>()

/** Calls a listener whenever a callback becomes due for RunCallbacks. Returns a function that ends it. */
export function onCallbacksDue(listener: () => void): () => void {
  dueListeners.add(listener)
  return () => void dueListeners.delete(listener)
}

function enqueue(call: () => void): void {
  waiting.push(call)
  for (const listener of dueListeners) listener()
}

/**
 * Calls the callbacks that have become due, for all Clients of the process. A game calls it once a frame. Callbacks
 * that become due meanwhile wait for the next call. A call inside of a callback does nothing.
 * @throws the first error of a callback, after all of them were called
 */
export function RunCallbacks(): void {
  if (isRunning) return
  isRunning = true
  const due = waiting
  waiting = []
  const errors: unknown[] = []
  try {
    for (const call of due) {
      try {
        call()
      } catch (error) {
        errors.push(error)
      }
    }
  } finally {
    isRunning = false
  }
  if (errors.length > 0) throw errors[0]
}

/** A one-shot callback that was not called yet. */
interface Pending {
  /** Whether RunCallbacks is due to call it. */
  isDue: boolean
  /** Calls it with what it receives when the Client ends. */
  readonly end: () => void
}

/** The callbacks of one Client. After the end, only one-shot callbacks that still wait are called. */
export class CallbackQueue {
  readonly #pending = new Set<Pending>()
  #hasEnded = false

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Lets the next RunCallbacks call a function, unless the Client has ended by then. */
  post(call: () => void): void {
    if (this.#hasEnded) return
    enqueue(() => {
      if (!this.#hasEnded) call()
    })
  }

  /**
   * Begins a call of a method with a one-shot callback. The returned `settle` is called once, with the arguments of
   * the callback; RunCallbacks then calls the callback and resolves the promise with them.
   * @param ended returns the arguments when the Client ends before
   */
  open<Given extends unknown[]>(
    callback: ((...given: Given) => void) | null | undefined,
    ended: () => Given,
  ): { readonly promise: Promise<Given>; readonly settle: (given: Given) => void } {
    const { promise, resolve } = Promise.withResolvers<Given>()
    let isCalled = false
    const call = (given: Given) => {
      if (isCalled) return
      isCalled = true
      this.#pending.delete(pending)
      try {
        callback?.(...given)
      } finally {
        resolve(given)
      }
    }
    const pending: Pending = { isDue: false, end: () => enqueue(() => call(ended())) }
    if (this.#hasEnded) pending.end()
    else this.#pending.add(pending)
    const settle = (given: Given) => {
      if (pending.isDue || this.#hasEnded) return
      pending.isDue = true
      enqueue(() => {
        if (!this.#hasEnded) call(given)
      })
    }
    return { promise, settle }
  }

  /** Ends the Client: one-shot callbacks that wait receive that it has ended, and nothing else is called. */
  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    for (const pending of this.#pending) pending.end()
  }
}

/**
 * Steps in which a platform closes, in order. Requests end before the parts that they use. Requests that wait for the
 * server of an application, or that a fault delays, would delay the rest and are ended first.
 */
const CLOSING_STEPS = [
  'command line',
  'drain',
  'platforms beside this one',
  'tape',
  'request faults',
  'requests of activities',
  'requests to applications',
  'gateway',
  'voice',
  'port',
  'http',
  'world',
  'kept sessions',
  'bus',
  'wall clock',
  'clock',
  'telemetry',
  'store',
  'database lease',
  'files',
  'data folder',
] as const

type ClosingStep = (typeof CLOSING_STEPS)[number]
type Task = () => Promise<void> | void

/** Closes the parts of a platform, also if the start fails. */
export class Closing {
  readonly #tasks = new Map<ClosingStep, Task[]>()
  #done: Promise<void> | null = null

  /** Adds a task to a step. Of several in one step, the last one runs first. */
  add(step: ClosingStep, task: Task): void {
    this.#tasks.set(step, [task, ...(this.#tasks.get(step) ?? [])])
  }

  /** Closes everything once, step by step; later calls wait for the first. */
  run(): Promise<void> {
    this.#done ??= (async () => {
      for (const step of CLOSING_STEPS) for (const task of this.#tasks.get(step) ?? []) await task()
    })()
    return this.#done
  }
}

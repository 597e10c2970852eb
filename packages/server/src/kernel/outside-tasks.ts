import { ApiError } from '@guildhall/protocol'

/** Rollbacks of one unit of work for tasks, beyond which it is refused. */
const ROUNDS_MAX = 5

/** A task that takes longer than a transaction may, such as sending a file over a network. */
export interface OutsideTask<T> {
  run(): Promise<T>
  /** Takes the task back when the unit of work ends without its result. `result` is absent if it was not run. */
  undo?(result?: T): Promise<void> | void
}

interface Done {
  readonly result: unknown
  readonly task: OutsideTask<unknown>
  isUsed: boolean
}

/**
 * Tasks of one unit of work that no transaction waits for. The first run of the unit of work names them, is rolled
 * back, and is repeated when they are done.
 */
export class OutsideTasks {
  /** Null until there is a task: nearly no unit of work has one. */
  #wanted: Map<string, OutsideTask<unknown>> | null = null
  #done: Map<string, Done> | null = null
  #rounds = 0

  /** Begins a run of the unit of work. */
  begin(): void {
    for (const task of this.#wanted?.values() ?? []) void task.undo?.()
    this.#wanted = null
    for (const done of this.#done?.values() ?? []) done.isUsed = false
  }

  /** Whether a run named tasks that are to be done before it can commit. */
  get areWanted(): boolean {
    return this.#wanted !== null
  }

  /** Returns the result of a task that was done; undefined if the unit of work has to be repeated for it. */
  take<T>(name: string, make: () => OutsideTask<T>): { readonly result: T } | undefined {
    const done = this.#done?.get(name)
    if (done) {
      done.isUsed = true
      return { result: done.result as T }
    }
    this.#wanted ??= new Map()
    if (!this.#wanted.has(name)) this.#wanted.set(name, make() as OutsideTask<unknown>)
    return undefined
  }

  /**
   * Runs the tasks side by side.
   * @throws the error of the first one that fails, after all have ended; OVERLOADED for a unit of work that never ends
   */
  async run(): Promise<void> {
    this.#rounds += 1
    if (this.#rounds > ROUNDS_MAX) throw new ApiError('OVERLOADED')
    const wanted = [...(this.#wanted ?? [])]
    this.#wanted = null
    this.#done ??= new Map()
    const done = this.#done
    const settled = await Promise.allSettled(
      wanted.map(async ([name, task]) => {
        done.set(name, { result: await task.run(), task, isUsed: false })
      }),
    )
    const failed = settled.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  /** Takes back what the unit of work did not use. */
  async end(isCommitted: boolean): Promise<void> {
    if (this.#wanted === null && this.#done === null) return
    const unused = [...(this.#done?.values() ?? [])].filter(({ isUsed }) => !isCommitted || !isUsed)
    await Promise.allSettled([
      ...[...(this.#wanted?.values() ?? [])].map(async (task) => task.undo?.()),
      ...unused.map(async ({ task, result }) => task.undo?.(result)),
    ])
  }
}

/** Rolls a transaction back for tasks that it does not wait for; the unit of work is repeated. */
export class TasksFirst extends Error {}

/** Runs a unit of work again each time that it was rolled back for tasks. @throws any other error of it */
export async function afterFailure<T>(failure: unknown, once: () => Promise<T>, outside: OutsideTasks): Promise<T> {
  try {
    for (let error = failure; ; ) {
      if (!(error instanceof TasksFirst)) throw error
      await outside.run()
      try {
        const result = await once()
        await outside.end(true)
        return result
      } catch (next) {
        error = next
      }
    }
  } catch (error) {
    await outside.end(false)
    throw error
  }
}

import { ApiError } from '@guildhall/protocol'

/** Time that work in flight has to finish before the world is replaced, by the wall clock. */
const GRACE_MS = 1_000

/**
 * Keeps requests apart from the replacement of the world: those in flight finish or fail before it, and those that
 * arrive meanwhile wait.
 */
export class Gate {
  #opened: Promise<void> | null = null
  #running = 0
  #idle: (() => void) | null = null
  #world = 0

  /** Number of the present world. */
  get world(): number {
    return this.#world
  }

  /** The end of the replacement in progress; null while there is none. */
  get opened(): Promise<void> | null {
    return this.#opened
  }

  /**
   * Runs a task that belongs to one world.
   * @throws OVERLOADED if the world was replaced meanwhile: what the task knows about its caller is out of date
   */
  async run<T>(world: number, task: () => Promise<T>): Promise<T> {
    this.enter(world)
    try {
      return await task()
    } finally {
      this.leave()
    }
  }

  /** Begins a task that `leave` ends. @throws as `run` */
  enter(world: number): void {
    if (this.#opened !== null || world !== this.#world) throw new ApiError('OVERLOADED')
    this.#running += 1
  }

  /** Ends a task that `enter` has begun. */
  leave(): void {
    this.#running -= 1
    if (this.#running === 0) this.#idle?.()
  }

  /** Runs a task in the present world, after a replacement that is in progress. */
  async runInPresent<T>(task: () => Promise<T>): Promise<T> {
    while (this.#opened) await this.#opened
    return this.run(this.#world, task)
  }

  /** Runs `task` while no other runs, except those that do not end in time. */
  async alone<T>(task: () => Promise<T>): Promise<T> {
    return this.#close(async () => {
      await settledSoon(this.#whenIdle())
      return task()
    })
  }

  /**
   * Runs `replace` while no task runs. Tasks that have not ended in time continue in a world that has ended.
   * @param hurry ends waits of the tasks in flight, once no other can begin
   */
  async replaceWorld<T>(hurry: () => Promise<void>, replace: () => Promise<T>): Promise<T> {
    return this.#close(async () => {
      await Promise.all([hurry(), settledSoon(this.#whenIdle())])
      this.#world += 1
      return replace()
    })
  }

  async #close<T>(task: () => Promise<T>): Promise<T> {
    while (this.#opened) await this.#opened
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#opened = promise
    try {
      return await task()
    } finally {
      this.#opened = null
      resolve()
    }
  }

  async #whenIdle(): Promise<void> {
    if (this.#running === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#idle = resolve
    await promise
    this.#idle = null
  }
}

/** Resolves when the task has settled, or when it has taken too long. */
export async function settledSoon(task: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, GRACE_MS)
  try {
    await Promise.race([task.catch(() => undefined), promise])
  } finally {
    clearTimeout(timer)
  }
}

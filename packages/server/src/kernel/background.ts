/** Tasks that continue after the response to their caller, such as requests to an application's server. */
export interface Background {
  /** Starts a task. */
  run(task: () => Promise<void>): void
  /** Waits for all tasks. */
  close(): Promise<void>
}

/** Returns a runner of background tasks. `failed` receives the error of a failed task. */
export function background(failed: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>()
  return {
    /** Starts a task. */
    run(task) {
      const promise = task()
        .catch(failed)
        .finally(() => running.delete(promise))
      running.add(promise)
    },
    async close() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

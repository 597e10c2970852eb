/** What goes on after the answer to whoever caused it: asking an application's server, above all. */
export interface Background {
  run(task: () => Promise<void>): void
  /** Waits for all that was begun. */
  close(): Promise<void>
}

export function background(failed: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>()
  return {
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

/** Does what concerns one key one after the other, in the order asked for; different keys do not wait for each other. */
export class InOrder<K> {
  readonly #queues = new Map<K, { last: Promise<void>; unfinished: number }>()

  /** How many tasks of this key wait or run. */
  unfinished(key: K): number {
    return this.#queues.get(key)?.unfinished ?? 0
  }

  /** Resolves or rejects as the task does; one that fails does not hold up the next. */
  run(key: K, task: () => Promise<void>): Promise<void> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), unfinished: 0 }
    this.#queues.set(key, queue)
    queue.unfinished += 1
    const done = queue.last.then(task).finally(() => {
      queue.unfinished -= 1
      if (queue.unfinished === 0) this.#queues.delete(key)
    })
    queue.last = done.catch(() => undefined)
    return done
  }
}

import type { RemoteRemoval } from '../../kernel/files.ts'

/** Time for which a removal is remembered: no request with a file takes longer. */
const REMEMBERED_MS = 600_000

interface Removed {
  /** Number of the removal among everything that was sent and removed. */
  readonly number: number
  readonly at: number
  /** Settles when the removal has ended. */
  readonly ended: Promise<void>
}

/**
 * The order in which this process sends and removes files. A job decides in a transaction that nothing refers to a
 * file, and removes it afterwards; a file of the same key that is sent meanwhile must not be lost.
 */
export class Removals {
  readonly #removed = new Map<string, Removed>()
  #newest = 0

  /** Waits until no removal of the key is under way. Returns the number of what is sent from now on. */
  async beforeSending(key: string): Promise<number> {
    await this.#removed.get(key)?.ended
    this.#newest += 1
    return this.#newest
  }

  isRemovedSince(key: string, sent: number): boolean {
    return (this.#removed.get(key)?.number ?? 0) > sent
  }

  /** Announces a removal. */
  announce(keys: readonly string[], remove: (key: string) => Promise<void>): RemoteRemoval {
    this.#forget()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#newest += 1
    const removed = { number: this.#newest, at: performance.now(), ended }
    for (const key of keys) {
      // Moves the entry to the end: the map is in the order of the times.
      this.#removed.delete(key)
      this.#removed.set(key, removed)
    }
    return {
      async run() {
        try {
          await eachOf(keys, remove)
        } finally {
          resolve()
        }
      },
      cancel: () => resolve(),
    }
  }

  #forget(): void {
    const oldest = performance.now() - REMEMBERED_MS
    for (const [key, { at }] of this.#removed) {
      if (at > oldest) return
      this.#removed.delete(key)
    }
  }
}

/** Removals under way at a time. */
const PARALLEL_MAX = 8

async function eachOf(keys: readonly string[], run: (key: string) => Promise<void>): Promise<void> {
  const left = keys.values()
  const worker = async () => {
    for (const key of left) await run(key)
  }
  await Promise.all(Array.from({ length: PARALLEL_MAX }, worker))
}

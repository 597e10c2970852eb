import type { StampedChange, TableChanges } from './store/table-changes.ts'

interface Entry {
  readonly stamp: number
  readonly value: unknown
  readonly bytes: number
}

/**
 * Values that were made of rows, each valid while certain tables do not change. At most `bytesMax` are kept: when half
 * of them are new, those that were not used since the last time are dropped.
 */
export class StampedCache {
  readonly #changes: TableChanges
  readonly #bytesMax: number
  #young = new Map<string | bigint, Entry>()
  #old = new Map<string | bigint, Entry>()
  #youngBytes = 0

  constructor(changes: TableChanges, bytesMax: number) {
    this.#changes = changes
    this.#bytesMax = bytesMax
  }

  /** Returns the present stamp of changes. It is read before the rows of which a value is made. */
  stamp(changes: readonly StampedChange[]): number {
    return this.#changes.stamp(changes)
  }

  /** Returns the value of a key that was kept under the same stamp. T is the caller's claim about the key. */
  get<T>(key: string | bigint, stamp: number): T | undefined {
    const entry = this.#young.get(key) ?? this.#kept(key)
    return entry?.stamp === stamp ? (entry.value as T) : undefined
  }

  /** Returns an entry that was not used lately, and keeps it for longer. */
  #kept(key: string | bigint): Entry | undefined {
    const entry = this.#old.get(key)
    if (entry) this.keep(key, entry.stamp, entry.value, entry.bytes)
    return entry
  }

  /** Keeps a value of about `bytes` bytes. */
  keep(key: string | bigint, stamp: number, value: unknown, bytes: number): void {
    if (bytes > this.#bytesMax / 4) return
    if (this.#youngBytes + bytes > this.#bytesMax / 2) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngBytes = 0
    }
    this.#young.set(key, { stamp, value, bytes })
    this.#youngBytes += bytes
  }
}

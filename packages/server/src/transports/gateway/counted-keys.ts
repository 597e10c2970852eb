/** Counts how often keys occur. A key that does not occur takes no memory; null means one that is not counted. */
export class CountedKeys {
  readonly #counts = new Map<string, number>()

  has(key: string): boolean {
    return this.#counts.has(key)
  }

  /** Returns the number of occurrences with this one; 0 for null. */
  add(key: string | null): number {
    if (key === null) return 0
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count
  }

  /** Returns the number of occurrences that are left; 0 for null. */
  remove(key: string | null): number {
    if (key === null) return 0
    const left = (this.#counts.get(key) ?? 0) - 1
    if (left > 0) this.#counts.set(key, left)
    else this.#counts.delete(key)
    return Math.max(left, 0)
  }
}

/** Limits of the amounts that one holder, and all holders together, may take. */
export interface ShareLimits {
  readonly perHolder: number
  readonly total: number
}

/**
 * An amount shared by holders, such as bytes in flight or open connections. A holder without a share takes no memory.
 */
export class Shares {
  readonly #limits: ShareLimits
  readonly #held = new Map<string, number>()
  #total = 0

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  get total(): number {
    return this.#total
  }

  /** Number of holders with a share. */
  get holders(): number {
    return this.#held.size
  }

  /** Takes an amount for a holder. Returns false, and takes nothing, if that would exceed a limit. */
  take(holder: string, amount: number): boolean {
    const held = (this.#held.get(holder) ?? 0) + amount
    if (held > this.#limits.perHolder || this.#total + amount > this.#limits.total) return false
    this.#held.set(holder, held)
    this.#total += amount
    return true
  }

  /** Returns an amount that was taken. */
  give(holder: string, amount: number): void {
    const left = (this.#held.get(holder) ?? 0) - amount
    this.#total -= amount
    if (left > 0) this.#held.set(holder, left)
    else this.#held.delete(holder)
  }
}

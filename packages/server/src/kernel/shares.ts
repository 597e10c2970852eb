/** Amounts that holders may take: one holder alone, and all of them together. */
export interface ShareLimits {
  readonly perHolder: number
  readonly total: number
}

/** A bounded amount that holders share, such as bytes in flight or open connections. Holders that have nothing are forgotten. */
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

  /** How many holders have something. */
  get holders(): number {
    return this.#held.size
  }

  /** Takes an amount for a holder; returns false, and takes nothing, where a limit would be passed. */
  take(holder: string, amount: number): boolean {
    const held = (this.#held.get(holder) ?? 0) + amount
    if (held > this.#limits.perHolder || this.#total + amount > this.#limits.total) return false
    this.#held.set(holder, held)
    this.#total += amount
    return true
  }

  /** Gives back what was taken. */
  give(holder: string, amount: number): void {
    const left = (this.#held.get(holder) ?? 0) - amount
    this.#total -= amount
    if (left > 0) this.#held.set(holder, left)
    else this.#held.delete(holder)
  }
}

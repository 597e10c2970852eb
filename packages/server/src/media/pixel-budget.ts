/** Pixels that may be decoded at a time: those of the largest picture that is decoded at all. */
export const PIXELS_MAX = 8192 * 8192
/** Callers that may wait for their turn. */
const WAITING_MAX = 64

/** Too many callers wait already. */
export class Busy extends Error {}

interface Waiting {
  readonly pixels: number
  readonly start: () => void
}

/**
 * Bounds the pixels that are decoded at a time. A decoded picture takes up to four bytes a pixel and its encoder as much
 * again, so memory follows pixels, not the number of pictures. Callers are served in order: a large picture is not
 * overtaken forever by small ones.
 */
export class PixelBudget {
  readonly #total: number
  readonly #waiting: Waiting[] = []
  #taken = 0

  constructor(total: number = PIXELS_MAX) {
    this.#total = total
  }

  /** Runs `task` when `pixels` are free. @throws Busy when too many callers wait */
  async with<T>(pixels: number, task: () => Promise<T>): Promise<T> {
    const share = Math.min(Math.max(pixels, 1), this.#total)
    if (this.#waiting.length > 0 || this.#taken + share > this.#total) {
      if (this.#waiting.length >= WAITING_MAX) throw new Busy()
      await new Promise<void>((start) => this.#waiting.push({ pixels: share, start }))
    } else this.#taken += share
    try {
      return await task()
    } finally {
      this.#taken -= share
      this.#startNext()
    }
  }

  /** A caller that starts has its pixels counted at once, so that none is let in between. */
  #startNext(): void {
    for (let next = this.#waiting[0]; next && this.#taken + next.pixels <= this.#total; next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#taken += next.pixels
      next.start()
    }
  }
}

/** Of the whole process, because its memory is what runs out: several platforms of a process share it. */
export const processPixels = new PixelBudget()

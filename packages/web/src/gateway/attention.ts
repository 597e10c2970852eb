/** Time without a key or a pointer after which a person counts as away, and the same while the window is hidden. */
const AWAY_MS = 300_000
const HIDDEN_AWAY_MS = 60_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'visibilitychange']

/** Whether a person is in front of a window of the app, by what they do there. */
export class Attention {
  readonly #ended = new AbortController()
  #seenAt = Date.now()
  /** Whether the person is away, as of the last check or sign. */
  away = false

  /** @param cameBack called at the first sign of a person who was away */
  constructor(cameBack: () => void) {
    const sign = () => {
      this.#seenAt = Date.now()
      if (!this.away || document.hidden) return
      this.away = false
      cameBack()
    }
    for (const name of SIGNS) document.addEventListener(name, sign, { passive: true, signal: this.#ended.signal })
  }

  /** Looks at the clock. Returns whether the person has gone away since the last check. */
  check(): boolean {
    const was = this.away
    this.away ||= Date.now() - this.#seenAt >= (document.hidden ? HIDDEN_AWAY_MS : AWAY_MS)
    return this.away && !was
  }

  close(): void {
    this.#ended.abort()
  }
}

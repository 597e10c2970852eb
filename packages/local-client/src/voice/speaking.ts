/** Time without a frame after which a user no longer speaks. */
const SILENCE_MS = 500

export interface SpeakingParts {
  readonly onChange: (userId: string, isSpeaking: boolean) => void
  readonly now: () => number
  /** Calls a task after a time, and returns the function that cancels it. */
  readonly later: (ms: number, task: () => void) => () => void
}

/**
 * Users who speak, by the frames that arrive. A user who announced the end (op 5 with 0) speaks again only after
 * announcing a beginning, because packets can be slower than messages. Most clients announce a beginning once, so that
 * it alone does not count as speaking.
 */
export class Speaking {
  readonly #parts: SpeakingParts
  readonly #speakers = new Map<string, { heardAt: number; cancel: () => void }>()
  readonly #ended = new Set<string>()

  constructor(parts: SpeakingParts) {
    this.#parts = parts
  }

  /** Takes a frame that is not silence. */
  heard(userId: string): void {
    if (this.#ended.has(userId)) return
    const heardAt = this.#parts.now()
    const speaker = this.#speakers.get(userId)
    if (speaker) {
      speaker.heardAt = heardAt
      return
    }
    this.#speakers.set(userId, { heardAt, cancel: this.#watch(userId, SILENCE_MS) })
    this.#parts.onChange(userId, true)
  }

  /** Takes the flags of op 5. */
  announced(userId: string, flags: number): void {
    if (flags !== 0) return void this.#ended.delete(userId)
    this.#ended.add(userId)
    this.#stop(userId)
  }

  /** Forgets a user who left the call. */
  left(userId: string): void {
    this.#ended.delete(userId)
    this.#stop(userId)
  }

  /** Forgets all users. */
  clear(): void {
    for (const userId of [...this.#speakers.keys()]) this.#stop(userId)
    this.#ended.clear()
  }

  #watch(userId: string, ms: number): () => void {
    return this.#parts.later(ms, () => {
      const speaker = this.#speakers.get(userId)
      if (!speaker) return
      const left = speaker.heardAt + SILENCE_MS - this.#parts.now()
      if (left > 0) speaker.cancel = this.#watch(userId, left)
      else this.#stop(userId)
    })
  }

  #stop(userId: string): void {
    const speaker = this.#speakers.get(userId)
    if (!speaker) return
    speaker.cancel()
    this.#speakers.delete(userId)
    this.#parts.onChange(userId, false)
  }
}

import { FRAME_SAMPLES } from './sound.ts'
import type { Decoder } from './transport.ts'

/** Frames that wait before a stretch of speech is played, so that a late one leaves no gap. */
const START_FRAMES = 2
/** Turns for which the first frame waits for others. */
const START_TURNS = 2
/** Frames that wait at most: 200 ms. Older ones are dropped. */
const WAITING_MAX = 10
/** Turns without a frame after which a stretch of speech has ended. */
const GAP_TURNS_MAX = 5
const SEQUENCES = 0x1_0000

/** Frames of one speaker in their order, from the network to the loudspeaker. */
export class Speaker {
  readonly #decoder: Decoder
  #waiting: { readonly sequence: number; readonly frame: Uint8Array }[] = []
  #last: number | null = null
  #isPlaying = false
  #turns = 0

  constructor(decoder: Decoder) {
    this.#decoder = decoder
  }

  /** Takes a frame that arrived. One that is older than what was played, or that came before, is dropped. */
  push(sequence: number, frame: Uint8Array): void {
    if (this.#last !== null && !isAfter(sequence, this.#last)) return
    const at = this.#waiting.findIndex((one) => !isAfter(sequence, one.sequence))
    if (at < 0) this.#waiting.push({ sequence, frame })
    else if (this.#waiting[at]?.sequence === sequence) return
    else this.#waiting.splice(at, 0, { sequence, frame })
    if (this.#waiting.length > WAITING_MAX) this.#waiting.shift()
  }

  /** Returns the next 20 ms; null while the speaker is silent. */
  take(): Int16Array | null {
    if (!this.#isPlaying && !this.#begins()) return null
    const next = this.#waiting.shift()
    if (!next) {
      this.#turns += 1
      if (this.#turns > GAP_TURNS_MAX) this.#stop()
      return null
    }
    this.#turns = 0
    this.#last = next.sequence
    try {
      return oneFrame(this.#decoder.decode(next.frame))
    } catch {
      // Another client may send something that is no Opus.
      return null
    }
  }

  #begins(): boolean {
    if (this.#waiting.length === 0) return false
    this.#turns += 1
    if (this.#waiting.length < START_FRAMES && this.#turns < START_TURNS) return false
    this.#turns = 0
    this.#isPlaying = true
    return true
  }

  #stop(): void {
    this.#isPlaying = false
    this.#turns = 0
    // A client that begins anew numbers its frames anew.
    this.#last = null
  }
}

/** Returns whether a sequence number comes after another one, across the wrap at 2^16. */
function isAfter(sequence: number, other: number): boolean {
  const distance = (sequence - other + SEQUENCES) % SEQUENCES
  return distance !== 0 && distance < SEQUENCES / 2
}

/** Returns 20 ms: clients may send shorter and longer frames. */
function oneFrame(pcm: Int16Array): Int16Array {
  if (pcm.length === FRAME_SAMPLES) return pcm
  const frame = new Int16Array(FRAME_SAMPLES)
  frame.set(pcm.subarray(0, FRAME_SAMPLES))
  return frame
}

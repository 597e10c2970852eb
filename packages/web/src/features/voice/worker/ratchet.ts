import { type Bytes, u32 } from './mls/codec.ts'
import { expandWithLabel, HASH_BYTES } from './mls/hash.ts'

const KEY_BYTES = 16
/** Frames of one key: the rest of the nonce, of 32 bits, is the generation. */
export const FRAMES_OF_KEY = 2 ** 24
const GENERATIONS_OF_NONCE = 256
/** Generations that a frame may be ahead. Each is 2^24 frames, which take days; a forged frame must not cost more. */
const AHEAD_MAX = 8
/** Time for which a former generation is kept, in milliseconds. */
const KEPT_MS = 10_000

const { subtle } = globalThis.crypto

interface Generation {
  readonly key: Promise<CryptoKey>
  /** Time from which it is void; absent for the newest. */
  until?: number
}

/** Keys of one sender in one epoch (DAVE, Sender Key Derivation): each generation follows from the one before. */
export class KeyRatchet {
  #secret: Bytes
  #next = 0
  readonly #generations = new Map<number, Generation>()

  /** `secret` is what the epoch exports for the sender, 16 bytes. */
  constructor(secret: Bytes) {
    this.#secret = secret
  }

  /** Returns the key of a generation; undefined for one that is void, or too far ahead. */
  key(generation: number, now: number): Promise<CryptoKey> | undefined {
    if (generation >= this.#next + AHEAD_MAX) return undefined
    while (this.#next <= generation) this.#advance(now)
    const found = this.#generations.get(generation)
    if (found?.until !== undefined && found.until <= now) this.#generations.delete(generation)
    return this.#generations.get(generation)?.key
  }

  /** Returns the generation of a nonce whose number of generations has wrapped around. */
  generationOf(nonce: number): number {
    const low = Math.floor(nonce / FRAMES_OF_KEY)
    const oldest = Math.max(0, this.#next - GENERATIONS_OF_NONCE / 2)
    const turns = Math.floor(oldest / GENERATIONS_OF_NONCE) + (low < oldest % GENERATIONS_OF_NONCE ? 1 : 0)
    return turns * GENERATIONS_OF_NONCE + low
  }

  #advance(now: number): void {
    for (const [generation, kept] of this.#generations) {
      if (kept.until === undefined) kept.until = now + KEPT_MS
      else if (kept.until <= now) this.#generations.delete(generation)
    }
    const context = u32(this.#next)
    const raw = expandWithLabel(this.#secret, 'key', context, KEY_BYTES)
    const key = subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
    this.#generations.set(this.#next, { key })
    this.#secret = expandWithLabel(this.#secret, 'secret', context, HASH_BYTES)
    this.#next += 1
  }
}

const WINDOW = 1024

/** Used nonces of a sender (DAVE: a key and nonce open one frame). Those older than the window count as used. */
export class NonceWindow {
  #highest = -1
  readonly #used = new Uint8Array(WINDOW)

  has(nonce: number): boolean {
    if (nonce > this.#highest) return false
    return nonce <= this.#highest - WINDOW || this.#used[nonce % WINDOW] === 1
  }

  /** Marks a nonce as used. Returns false if it was. */
  take(nonce: number): boolean {
    if (this.has(nonce)) return false
    if (nonce - this.#highest >= WINDOW) this.#used.fill(0)
    else for (let skipped = this.#highest + 1; skipped < nonce; skipped++) this.#used[skipped % WINDOW] = 0
    this.#highest = Math.max(this.#highest, nonce)
    this.#used[nonce % WINDOW] = 1
    return true
  }
}

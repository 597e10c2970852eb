/**
 * SHA-256 (FIPS 180-4) for pages, whose own one returns a promise where the C++ surface returns a value. Libraries for
 * it take a tenth of the size that a game with an activity alone may have.
 */

const BLOCK_BYTES = 64
const LENGTH_BYTES = 8
const ROUNDS = 64

/** Returns the first 32 bits of the fractional part of a number. */
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0
const PRIMES = primes(ROUNDS)
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)))
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))

function primes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  return found
}

const rotated = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

/** Returns the hash of some bytes. */
export function sha256Bytes(bytes: Uint8Array): Uint8Array {
  const blocks = Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES)
  const padded = new DataView(new ArrayBuffer(blocks * BLOCK_BYTES))
  new Uint8Array(padded.buffer).set(bytes)
  padded.setUint8(bytes.length, 0x80)
  padded.setBigUint64(padded.byteLength - LENGTH_BYTES, BigInt(bytes.length) * 8n)
  let state = INITIAL
  for (let at = 0; at < padded.byteLength; at += BLOCK_BYTES) {
    const mixed = mix(state, schedule(padded, at))
    state = state.map((word, index) => (word + (mixed[index] ?? 0)) | 0)
  }
  const hash = new DataView(new ArrayBuffer(4 * state.length))
  for (const [index, word] of state.entries()) hash.setInt32(4 * index, word)
  return new Uint8Array(hash.buffer)
}

/** Returns the words of a block for each round. */
function schedule(view: DataView, at: number): Int32Array {
  const words = new Int32Array(ROUNDS)
  const word = (index: number) => words[index] ?? 0
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round < 16) {
      words[round] = view.getInt32(at + 4 * round)
      continue
    }
    const [early, late] = [word(round - 15), word(round - 2)]
    const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
    const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
    words[round] = word(round - 16) + first + word(round - 7) + second
  }
  return words
}

/** Returns a state after the rounds of a block. */
function mix(state: readonly number[], words: Int32Array): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let round = 0; round < ROUNDS; round += 1) {
    const choice = (e & f) ^ (~e & g)
    const high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = h + high + choice + (CONSTANTS[round] ?? 0) + (words[round] ?? 0)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  return [a, b, c, d, e, f, g, h]
}

/** "expand 32-byte k" in little-endian words. */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const
const ROUNDS = 20
const state = new Uint32Array(16)

/**
 * Derives the key of one XChaCha20 message (draft-irtf-cfrg-xchacha, 2.2). `node:crypto` has ChaCha20 only.
 * @param key 32 bytes
 * @param nonce the first 16 bytes of the nonce
 * @returns 32 bytes
 */
export function hChaCha20(key: Buffer, nonce: Buffer): Buffer {
  state.set(CONSTANTS)
  for (let word = 0; word < 8; word++) state[4 + word] = key.readUInt32LE(4 * word)
  for (let word = 0; word < 4; word++) state[12 + word] = nonce.readUInt32LE(4 * word)
  for (let round = 0; round < ROUNDS; round += 2) {
    quarter(0, 4, 8, 12)
    quarter(1, 5, 9, 13)
    quarter(2, 6, 10, 14)
    quarter(3, 7, 11, 15)
    quarter(0, 5, 10, 15)
    quarter(1, 6, 11, 12)
    quarter(2, 7, 8, 13)
    quarter(3, 4, 9, 14)
  }
  const derived = Buffer.allocUnsafe(32)
  for (let word = 0; word < 4; word++) {
    derived.writeUInt32LE(at(word), 4 * word)
    derived.writeUInt32LE(at(12 + word), 16 + 4 * word)
  }
  return derived
}

function quarter(a: number, b: number, c: number, d: number): void {
  mix(a, b, d, 16)
  mix(c, d, b, 12)
  mix(a, b, d, 8)
  mix(c, d, b, 7)
}

/** Adds a word to another one, and combines a third one with the sum. */
function mix(sum: number, addend: number, rotated: number, bits: number): void {
  state[sum] = at(sum) + at(addend)
  const word = at(rotated) ^ at(sum)
  state[rotated] = (word << bits) | (word >>> (32 - bits))
}

function at(index: number): number {
  return state[index] ?? 0
}

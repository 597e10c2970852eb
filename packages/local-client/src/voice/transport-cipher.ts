import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'

/** Modes of transport encryption that the voice server offers. */
export type VoiceMode = 'aead_aes256_gcm_rtpsize' | 'aead_xchacha20_poly1305_rtpsize'

const TAG_BYTES = 16
const COUNTER_BYTES = 4
const MIN_HEADER_BYTES = 12

/** Encrypts and decrypts media packets between a client and the voice server, in one of the `rtpsize` modes. */
export class TransportCipher {
  readonly #mode: VoiceMode
  readonly #key: Buffer
  readonly #keyObject: KeyObject
  #counter = 0

  constructor(mode: VoiceMode, key: Buffer) {
    this.#mode = mode
    this.#key = key
    this.#keyObject = createSecretKey(key)
  }

  /** Returns the packet `header | ciphertext | tag | counter`. */
  seal(header: Buffer, body: Buffer): Buffer {
    this.#counter += 1
    const counter = Buffer.alloc(COUNTER_BYTES)
    counter.writeUInt32BE(this.#counter)
    const { algorithm, key, nonce } = this.#suite(counter)
    const cipher = createCipheriv(algorithm as 'chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(header, { plaintextLength: body.length })
    const sealed = Buffer.concat([cipher.update(body), cipher.final()])
    return Buffer.concat([header, sealed, cipher.getAuthTag(), counter])
  }

  /** Returns the header and the decrypted body of a packet. @throws for a packet that fails authentication */
  open(packet: Buffer): { header: Buffer; body: Buffer } {
    const header = packet.subarray(0, headerBytes(packet))
    const counter = packet.subarray(-COUNTER_BYTES)
    const tag = packet.subarray(-COUNTER_BYTES - TAG_BYTES, -COUNTER_BYTES)
    const sealed = packet.subarray(header.length, -COUNTER_BYTES - TAG_BYTES)
    const { algorithm, key, nonce } = this.#suite(counter)
    const decipher = createDecipheriv(algorithm as 'chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(header, { plaintextLength: sealed.length })
    decipher.setAuthTag(tag)
    return { header, body: Buffer.concat([decipher.update(sealed), decipher.final()]) }
  }

  /** Returns cipher, key and nonce of one packet. The counter fills the first bytes of the nonce; the rest is zero. */
  #suite(counter: Buffer): { algorithm: string; key: KeyObject; nonce: Buffer } {
    if (this.#mode === 'aead_aes256_gcm_rtpsize')
      return { algorithm: 'aes-256-gcm', key: this.#keyObject, nonce: Buffer.concat([counter, Buffer.alloc(8)]) }
    const nonce = Buffer.concat([counter, Buffer.alloc(20)])
    const key = createSecretKey(hchacha20(this.#key, nonce.subarray(0, 16)))
    return { algorithm: 'chacha20-poly1305', key, nonce: Buffer.concat([Buffer.alloc(4), nonce.subarray(16)]) }
  }
}

/** Returns the bytes of a packet that are not encrypted: RTP header, CSRC list and the preamble of an extension. */
function headerBytes(packet: Buffer): number {
  const first = packet[0] ?? 0
  return MIN_HEADER_BYTES + 4 * (first & 0x0f) + (first & 0x10 ? 4 : 0)
}

/** Returns the subkey of XChaCha20 for the first 16 bytes of a nonce. (draft-irtf-cfrg-xchacha-03, 2.2) */
function hchacha20(key: Buffer, nonce: Buffer): Buffer {
  const state = new Uint32Array(16)
  state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574])
  for (let word = 0; word < 8; word += 1) state[4 + word] = key.readUInt32LE(word * 4)
  for (let word = 0; word < 4; word += 1) state[12 + word] = nonce.readUInt32LE(word * 4)
  for (let round = 0; round < 10; round += 1) {
    for (let column = 0; column < 4; column += 1) quarterRound(state, [column, 4 + column, 8 + column, 12 + column])
    for (let column = 0; column < 4; column += 1) {
      const diagonal = [column, 4 + ((column + 1) % 4), 8 + ((column + 2) % 4), 12 + ((column + 3) % 4)]
      quarterRound(state, diagonal as [number, number, number, number])
    }
  }
  const subkey = Buffer.alloc(32)
  for (let word = 0; word < 4; word += 1) {
    subkey.writeUInt32LE(state[word] ?? 0, word * 4)
    subkey.writeUInt32LE(state[12 + word] ?? 0, 16 + word * 4)
  }
  return subkey
}

function quarterRound(state: Uint32Array, [a, b, c, d]: readonly [number, number, number, number]): void {
  step(state, [a, b, d], 16)
  step(state, [c, d, b], 12)
  step(state, [a, b, d], 8)
  step(state, [c, d, b], 7)
}

/** Adds one word to another, and mixes the sum into a third one. */
function step(state: Uint32Array, [to, from, mixed]: readonly [number, number, number], bits: number): void {
  const sum = ((state[to] ?? 0) + (state[from] ?? 0)) >>> 0
  state[to] = sum
  const value = (state[mixed] ?? 0) ^ sum
  state[mixed] = (value << bits) | (value >>> (32 - bits))
}

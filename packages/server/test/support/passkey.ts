/** An authenticator in software, as a browser and its device are together. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encoded = (value: unknown) => Buffer.from(isoCBOR.encode(value as never))

interface Options {
  publicKey: { challenge: string; rpId?: string; rp?: { id: string } }
}

export class Passkey {
  /** Signatures so far. */
  counter = 1
  readonly #origin: string
  readonly #id = randomBytes(16)
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject

  constructor(origin: string) {
    this.#origin = origin
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = pair.privateKey
    this.#publicKey = pair.publicKey
  }

  /** Returns what a browser sends for the challenge of a new passkey, as JSON. */
  register(challenge: string): string {
    const { publicKey } = JSON.parse(challenge) as Options
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, encoded(key)])
    const data = Buffer.concat([this.#head(publicKey.rp?.id ?? '', PRESENT | VERIFIED | ATTESTED), attested])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(data)],
    ])
    return this.#response({
      clientDataJSON: this.#client('webauthn.create', publicKey.challenge).toString('base64url'),
      attestationObject: encoded(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Returns what a browser sends for the challenge of a sign-in, as JSON. */
  answer(challenge: string, { isVerified = true } = {}): string {
    const { publicKey } = JSON.parse(challenge) as Options
    this.counter += 1
    const data = this.#head(publicKey.rpId ?? '', PRESENT | (isVerified ? VERIFIED : 0))
    const client = this.#client('webauthn.get', publicKey.challenge)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#privateKey)
    return this.#response({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #head(site: string, flags: number): Buffer {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(this.counter, 1)
    return Buffer.concat([sha256(site), rest])
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }

  #response(response: object): string {
    const id = this.#id.toString('base64url')
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }
}

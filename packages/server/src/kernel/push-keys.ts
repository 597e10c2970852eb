import { createECDH, createHash, createPrivateKey, type KeyObject } from 'node:crypto'

const CURVE = 'prime256v1'

/** Key by which push services know this platform (VAPID, RFC 8292). It is computed at its first use. */
export class PushKeys {
  readonly #secret: Buffer
  #pair: { readonly publicKey: Buffer; readonly privateKey: Buffer } | null = null

  /** @param secret 32 random bytes, which stay the same as long as browsers are subscribed */
  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** Public key as browsers take it: an uncompressed point of P-256 in base64url. */
  get publicKey(): string {
    return this.#keys().publicKey.toString('base64url')
  }

  /** Returns the key that signs tokens for push services. */
  signingKey(): KeyObject {
    const { publicKey, privateKey } = this.#keys()
    const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)]
    const point = { x: x.toString('base64url'), y: y.toString('base64url') }
    const key = { kty: 'EC', crv: 'P-256', d: privateKey.toString('base64url'), ...point }
    return createPrivateKey({ format: 'jwk', key })
  }

  #keys() {
    this.#pair ??= pairOf(this.#secret)
    return this.#pair
  }
}

/** Of 2^32 random secrets, about one is no private key of the curve: its hash is. */
function pairOf(secret: Buffer): { publicKey: Buffer; privateKey: Buffer } {
  const pair = createECDH(CURVE)
  try {
    pair.setPrivateKey(secret)
  } catch {
    return pairOf(createHash('sha256').update(secret).digest())
  }
  return { publicKey: pair.getPublicKey(), privateKey: secret }
}

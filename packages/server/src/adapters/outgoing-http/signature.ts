import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Parsed keys kept in memory; keys of further applications are parsed again. */
const KEYS_MAX = 1_000

/** Signs bodies as public clients verify them: Ed25519 over the timestamp's text and the body. */
export class Signatures {
  readonly #keys = new Map<string, KeyObject>()
  #forger: KeyObject | undefined

  /** @param signingKey PKCS#8 DER in base64 */
  headers(signingKey: string, timestamp: string, body: string): Record<string, string> {
    return headers(this.#key(signingKey), timestamp, body)
  }

  /** Signs with a throwaway key: a well-formed signature that no application's key verifies. */
  forgedHeaders(timestamp: string, body: string): Record<string, string> {
    this.#forger ??= generateKeyPairSync('ed25519').privateKey
    return headers(this.#forger, timestamp, body)
  }

  #key(signingKey: string): KeyObject {
    let key = this.#keys.get(signingKey)
    if (!key) {
      key = createPrivateKey({ key: Buffer.from(signingKey, 'base64'), format: 'der', type: 'pkcs8' })
      if (this.#keys.size >= KEYS_MAX) this.#keys.clear()
      this.#keys.set(signingKey, key)
    }
    return key
  }
}

function headers(key: KeyObject, timestamp: string, body: string): Record<string, string> {
  const signature = sign(null, Buffer.from(timestamp + body), key)
  return { 'X-Signature-Ed25519': signature.toString('hex'), 'X-Signature-Timestamp': timestamp }
}

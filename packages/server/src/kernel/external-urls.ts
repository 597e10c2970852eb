import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * Addresses of this platform for pictures elsewhere, so that readers of a message do not tell those servers theirs.
 * Only addresses that the platform has signed are loaded.
 */
export class ExternalUrls {
  readonly #key: KeyObject
  readonly #cdn: string

  /** @param cdn URL of the CDN, as clients reach it */
  constructor(key: Uint8Array, cdn: string) {
    this.#key = createSecretKey(key)
    this.#cdn = cdn
  }

  /** Returns the address of this platform for a picture elsewhere. */
  sign(url: string): string {
    const encoded = Buffer.from(url).toString('base64url')
    return `${this.#cdn}/external/${this.#digest(encoded)}/${encoded}`
  }

  /** Returns the address of the picture; null unless this platform has signed it. */
  open(signature: string, encoded: string): string | null {
    const [given, right] = [Buffer.from(signature), Buffer.from(this.#digest(encoded))]
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null
    return Buffer.from(encoded, 'base64url').toString()
  }

  #digest(encoded: string): string {
    return createHmac('sha256', this.#key).update(`external ${encoded}`).digest('base64url')
  }
}

import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets that must be recovered: signing keys, webhook tokens. Secrets that are only compared are hashed
 * instead.
 */
export interface Secrets {
  /** Encrypts a text. `place` names its table, column and row; the result can be opened for that place only. */
  seal(text: string, place: string): string
  /**
   * Decrypts a stored text. A text that an older version stored in clear is returned as it is.
   * @throws SecretsError when the text was sealed under another key or for another place
   */
  open(stored: string, place: string): string
  /** Returns what signs bytes for one purpose: nobody without the key can make these 32 bytes. */
  signer(purpose: string): (content: Uint8Array) => Buffer
}

/** A sealed text cannot be opened with this key. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError'
}

export const SECRET_KEY_BYTES = 32

const CIPHER = 'aes-256-gcm'
const PREFIX = 'sealed.1.'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Nonces that one call of the random generator makes: a call for each costs a third of the encryption. */
const NONCES = 256

/** AES-256-GCM with a random nonce for each text. `key` has `SECRET_KEY_BYTES` bytes. */
export function secretsUnder(key: Uint8Array): Secrets {
  // Node makes a key object of other keys at each use, which costs three times the encryption.
  const secret = createSecretKey(key)
  const nextNonce = nonces()
  return {
    seal(text, place) {
      const nonce = nextNonce()
      const cipher = createCipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place))
      const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return PREFIX + bytes.toString('base64url')
    },
    open(stored, place) {
      if (!isSealed(stored)) return stored
      const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url')
      try {
        const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        // It throws for a wrong tag; the cipher keeps no rest of the text.
        decipher.final()
        return text.toString('utf8')
      } catch (cause) {
        throw new SecretsError(`${place} was not encrypted with this secret key`, { cause })
      }
    },
    signer(purpose) {
      const own = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, SECRET_KEY_BYTES)))
      return (content) => createHmac('sha256', own).update(content).digest()
    },
  }
}

/** Returns a source of random nonces. */
function nonces(): () => Uint8Array {
  let random = Buffer.alloc(0)
  return () => {
    if (random.length === 0) random = randomBytes(NONCES * NONCE_BYTES)
    const nonce = random.subarray(0, NONCE_BYTES)
    random = random.subarray(NONCE_BYTES)
    return nonce
  }
}

/** Whether a stored text is encrypted. */
export function isSealed(stored: string): boolean {
  return stored.startsWith(PREFIX)
}

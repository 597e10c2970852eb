import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Size of the only record. Push services need not accept larger bodies. (RFC 8291, section 4) */
const RECORD_BYTES = 4_096
const SALT_BYTES = 16
/** Ends the text of the last record. (RFC 8188) */
const LAST_RECORD = Buffer.from([2])
const TAG_BYTES = 16

/** Keys of the browser that is to read a message. */
export interface Receiver {
  /** Uncompressed point of P-256. */
  readonly p256dh: Buffer
  readonly auth: Buffer
}

/** Random values by which two messages with the same text differ. Tests give them. */
export interface Chance {
  readonly salt: Buffer
  /** Private key of P-256, which is used once. */
  readonly privateKey: Buffer
}

/** Encrypts a text for a browser with the content encoding aes128gcm. (RFC 8291, RFC 8188) */
export function encrypt(text: Buffer, { p256dh, auth }: Receiver, chance?: Chance): Buffer {
  const pair = createECDH('prime256v1')
  if (chance) pair.setPrivateKey(chance.privateKey)
  else pair.generateKeys()
  const salt = chance?.salt ?? randomBytes(SALT_BYTES)
  const own = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own])
  const shared = derived(pair.computeSecret(p256dh), { salt: auth, info, length: 32 })
  const key = derived(shared, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
  const nonce = derived(shared, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES })
  const sealed = Buffer.concat([cipher.update(text), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()])
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(own.length, 4)
  return Buffer.concat([salt, head, own, sealed])
}

function derived(secret: Buffer, { salt, info, length }: { salt: Buffer; info: Buffer; length: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

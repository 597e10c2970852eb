import { constants, type KeyObject, verify } from 'node:crypto'
import { ECDSA_SHA256 } from './client-hello.ts'

/** Signature algorithms of client certificates: ECDSA with P-256, RSA-PSS, RSA with PKCS #1, each with SHA-256. */
export const SIGNATURE_ALGORITHMS = [
  { id: ECDSA_SHA256, keyType: 'ec', options: {} },
  {
    id: 0x0804,
    keyType: 'rsa',
    options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  },
  { id: 0x0401, keyType: 'rsa', options: { padding: constants.RSA_PKCS1_PADDING } },
] as const

/** Whether a signature by an algorithm fits the key and the signed bytes. */
export function isSignedBy(key: KeyObject, algorithm: number, signed: Buffer, signature: Buffer): boolean {
  const found = SIGNATURE_ALGORITHMS.find(({ id }) => id === algorithm)
  if (!found || found.keyType !== key.asymmetricKeyType) return false
  return verify('sha256', signed, { key, ...found.options }, signature)
}

import { createHash } from 'node:crypto'

/** Password of the store. It protects nothing, but Java checks the store's digest with it. */
export const TRUST_STORE_PASSWORD = 'changeit'

const MAGIC = 0xfeedfeed
const VERSION = 2
const TRUSTED_CERTIFICATE = 2
/** Part of the digest that the format fixes. */
const WHITENER = 'Mighty Aphrodite'

/**
 * Returns a trust store in the JKS format, which every Java reads. `keytool` would need the start of a Java machine
 * for each certificate.
 *
 * @param certificates DER
 */
export function javaTrustStore(certificates: readonly Buffer[], now: number): Buffer {
  const entries = certificates.flatMap((certificate, index) => [
    uint32(TRUSTED_CERTIFICATE),
    shortText(`certificate-${index}`),
    uint64(now),
    shortText('X.509'),
    uint32(certificate.length),
    certificate,
  ])
  const content = Buffer.concat([uint32(MAGIC), uint32(VERSION), uint32(certificates.length), ...entries])
  const password = Buffer.from(TRUST_STORE_PASSWORD, 'utf16le').swap16()
  const digest = createHash('sha1').update(password).update(WHITENER).update(content).digest()
  return Buffer.concat([content, digest])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

function shortText(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

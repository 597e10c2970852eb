import { ByteReader } from './byte-reader.ts'
import { DTLS_1_2 } from './records.ts'

/** TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256. */
export const CIPHER_SUITE = 0xc02b
/** ecdsa_secp256r1_sha256. */
export const ECDSA_SHA256 = 0x0403

/** Extensions that a handshake needs. */
export const Extension = {
  SUPPORTED_GROUPS: 10,
  EC_POINT_FORMATS: 11,
  SIGNATURE_ALGORITHMS: 13,
  USE_SRTP: 14,
  EXTENDED_MASTER_SECRET: 23,
  RENEGOTIATION_INFO: 0xff01,
} as const

/** TLS_EMPTY_RENEGOTIATION_INFO_SCSV, in place of the extension. */
const RENEGOTIATION_SUITE = 0x00ff
const RANDOM_BYTES = 32

/** The offer of a client. */
export interface ClientHello {
  readonly random: Buffer
  readonly suites: readonly number[]
  readonly groups: readonly number[]
  readonly signatures: readonly number[]
  readonly srtpProfiles: readonly number[]
  readonly extendedMasterSecret: boolean
  readonly renegotiationInfo: boolean
}

/**
 * Reads the body of a ClientHello. Offers of DTLS 1.3 are in an extension, so that the version field is the one of 1.2.
 * Returns undefined for an older version. Throws `MalformedError`.
 */
export function readClientHello(body: Buffer): ClientHello | undefined {
  const reader = new ByteReader(body)
  // Versions of DTLS count down.
  if (reader.number(2) > DTLS_1_2) return undefined
  const random = reader.bytes(RANDOM_BYTES)
  reader.vector(1)
  reader.vector(1)
  const suites = reader.numbers(2, 2)
  reader.vector(1)
  const extensions = reader.done ? new Map<number, Buffer>() : readExtensions(reader.vector(2))
  const numbers = (type: number, lengthSize: 1 | 2, size: 1 | 2) => {
    const content = extensions.get(type)
    return content ? new ByteReader(content).numbers(lengthSize, size) : []
  }
  return {
    random,
    suites,
    groups: numbers(Extension.SUPPORTED_GROUPS, 2, 2),
    signatures: numbers(Extension.SIGNATURE_ALGORITHMS, 2, 2),
    srtpProfiles: numbers(Extension.USE_SRTP, 2, 2),
    extendedMasterSecret: extensions.has(Extension.EXTENDED_MASTER_SECRET),
    renegotiationInfo: extensions.has(Extension.RENEGOTIATION_INFO) || suites.includes(RENEGOTIATION_SUITE),
  }
}

function readExtensions(content: Buffer): Map<number, Buffer> {
  const reader = new ByteReader(content)
  const extensions = new Map<number, Buffer>()
  while (!reader.done) extensions.set(reader.number(2), reader.vector(2))
  return extensions
}

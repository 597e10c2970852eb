import type { Reader } from './codec.ts'

/** Wire values of MLS 1.0 that calls use. */
export const MLS_VERSION = 1
export const CIPHER_SUITE = 2
export const BASIC_CREDENTIAL = 1

/** Origin of a leaf (RFC 9420, 7.2). */
export const LeafSource = { KEY_PACKAGE: 1, UPDATE: 2, COMMIT: 3 } as const

/** A leaf of the ratchet tree, as its member made it. */
export interface LeafNode {
  encryptionKey: Buffer
  signatureKey: Buffer
  /** Identity of the basic credential: the user id in 8 bytes. */
  identity: Buffer
  source: number
  /** Validity of a leaf in a key package. */
  notBefore: bigint
  notAfter: bigint
  /** Bytes that the signature covers; for sources other than a key package, the group and the index follow. */
  signed: Buffer
  signature: Buffer
}

/** Reads a leaf that supports what calls need: MLS 1.0, the suite and basic credentials. */
export function readLeafNode(reader: Reader): LeafNode {
  const from = reader.position
  const encryptionKey = reader.vector()
  const signatureKey = reader.vector()
  reader.demand(reader.u16() === BASIC_CREDENTIAL)
  const identity = reader.vector()
  reader.demand(readNumbers(reader).includes(MLS_VERSION))
  reader.demand(readNumbers(reader).includes(CIPHER_SUITE))
  readNumbers(reader)
  readNumbers(reader)
  reader.demand(readNumbers(reader).includes(BASIC_CREDENTIAL))
  const source = reader.u8()
  let notBefore = 0n
  let notAfter = 0n
  if (source === LeafSource.KEY_PACKAGE) {
    notBefore = reader.u64()
    notAfter = reader.u64()
  } else if (source === LeafSource.COMMIT) reader.vector()
  else reader.demand(source === LeafSource.UPDATE)
  reader.demand(reader.vector().length === 0)
  const signed = reader.since(from)
  return { encryptionKey, signatureKey, identity, source, notBefore, notAfter, signed, signature: reader.vector() }
}

function readNumbers(reader: Reader): number[] {
  return reader.list((item) => item.u16())
}

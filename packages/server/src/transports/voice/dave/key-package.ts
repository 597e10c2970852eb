import type { Snowflake } from '@guildhall/protocol'
import { parse, type Reader, u64 } from './codec.ts'
import { publicKeyOf, referenceOf, verifyWithLabel } from './labels.ts'
import { CIPHER_SUITE, type LeafNode, LeafSource, MLS_VERSION, readLeafNode } from './leaf-node.ts'

/** Wire format of a key package inside an MLSMessage. Some clients send that, others the bare package. */
const WIRE_FORMAT = 5
/** Packages of known clients have about 300 bytes. */
const BYTES_MAX = 2_048
const LIFETIME_END = 2n ** 64n - 1n

/** A checked key package, which lets others add its user to the group. */
export interface KeyPackage {
  /** The bare package. */
  bytes: Buffer
  /** KeyPackageRef, in hex. A Welcome names its recipients by it. */
  reference: string
  initKey: Buffer
  leaf: LeafNode
}

/**
 * Reads and checks a key package of op 26, bare or as an MLSMessage: suite, identity, unlimited lifetime, keys on the
 * curve, both signatures. Members would refuse all changes of an epoch that holds a package with one of these faults.
 */
export function readKeyPackage(payload: Buffer, user: Snowflake): KeyPackage | 'malformed' | 'invalid' {
  if (payload.length > BYTES_MAX || payload.length < 4) return 'malformed'
  const wrapped = payload.readUInt16BE(2) === WIRE_FORMAT
  if (wrapped && payload.readUInt16BE(0) !== MLS_VERSION) return 'malformed'
  // A copy, because the package outlives the buffer of the message.
  const bytes = Buffer.from(wrapped ? payload.subarray(4) : payload)
  const read = parse(bytes, readFields)
  if (!read) return 'malformed'
  const { initKey, leaf, signed, signature } = read
  const key = publicKeyOf(leaf.signatureKey)
  const valid =
    key !== undefined &&
    leaf.source === LeafSource.KEY_PACKAGE &&
    leaf.identity.equals(u64(user)) &&
    leaf.notBefore === 0n &&
    leaf.notAfter === LIFETIME_END &&
    !initKey.equals(leaf.encryptionKey) &&
    publicKeyOf(initKey) !== undefined &&
    publicKeyOf(leaf.encryptionKey) !== undefined &&
    verifyWithLabel(key, 'LeafNodeTBS', leaf.signed, leaf.signature) &&
    verifyWithLabel(key, 'KeyPackageTBS', signed, signature)
  return valid ? { bytes, reference: referenceOf('KeyPackage', bytes), initKey, leaf } : 'invalid'
}

function readFields(reader: Reader): { initKey: Buffer; leaf: LeafNode; signed: Buffer; signature: Buffer } {
  reader.demand(reader.u16() === MLS_VERSION)
  reader.demand(reader.u16() === CIPHER_SUITE)
  const initKey = reader.vector()
  const leaf = readLeafNode(reader)
  reader.demand(reader.vector().length === 0)
  const signed = reader.since(0)
  return { initKey, leaf, signed, signature: reader.vector() }
}

import { type Bytes, concat, demand, Reader, u8, u16, u32, u64, vector } from './codec.ts'
import { POINT_BYTES, signWithLabel, verifyWithLabel } from './keys.ts'

/** MLS 1.0. */
export const MLS_VERSION = 1
/** DHKEM(P-256), AES-128-GCM, SHA-256, ECDSA with P-256. */
export const CIPHER_SUITE = 2
const BASIC = 1
const USER_BYTES = 8
const TYPES_MAX = 256
const LAST_INSTANT = 2n ** 64n - 1n

/** Reason why a leaf was made. Others do not occur in DAVE. */
export const LeafSource = { KEY_PACKAGE: 1, COMMIT: 3 } as const

/** Member of a group, or the one who wants to become one (RFC 9420, 7.2). */
export interface LeafNode {
  readonly kind: 'leaf'
  readonly encoded: Bytes
  /** Bytes that the signature covers, without the place in the group. */
  readonly signed: Bytes
  readonly encryptionKey: Bytes
  readonly signatureKey: Bytes
  /** User of the credential. */
  readonly user: string
  readonly source: 1 | 3
  /** Empty for a leaf of a key package. */
  readonly parentHash: Bytes
  readonly signature: Bytes
}

/** Parts of a leaf before it is signed. */
export interface LeafParts {
  readonly user: string
  readonly encryptionKey: Bytes
  readonly signatureKey: Bytes
  /** Parent hash and place of the leaf of a commit; absent for a key package. */
  readonly commit?: { readonly parentHash: Bytes; readonly groupId: Bytes; readonly index: number }
}

/** Reads an uncompressed point. It is a copy: a group keeps points long after the message that brought them. */
export function readPoint(reader: Reader): Bytes {
  const point = reader.vector()
  demand(point.length === POINT_BYTES && point[0] === 4, 'point of P-256')
  return point.slice()
}

/**
 * Reads a leaf that DAVE allows: basic credential of a user, no extensions. It is a copy, as points are.
 * @throws {Malformed}
 */
export function readLeafNode(reader: Reader): LeafNode {
  return readFields(new Reader(readFields(reader).encoded.slice()))
}

function readFields(reader: Reader): LeafNode {
  const start = reader.position
  const encryptionKey = readPoint(reader)
  const signatureKey = readPoint(reader)
  demand(reader.u16() === BASIC, 'credential')
  const identity = reader.vector()
  demand(identity.length === USER_BYTES, 'identity')
  const user = new DataView(identity.buffer, identity.byteOffset).getBigUint64(0).toString()
  const [versions, suites, , , credentials] = Array.from({ length: 5 }, () =>
    reader.list((inner) => inner.u16(), TYPES_MAX),
  )
  const isAble = versions?.includes(MLS_VERSION) && suites?.includes(CIPHER_SUITE) && credentials?.includes(BASIC)
  demand(isAble === true, 'capabilities')
  const source = reader.u8()
  demand(source === LeafSource.KEY_PACKAGE || source === LeafSource.COMMIT, 'source of a leaf')
  // Members do not check lifetimes (DAVE, Key Packages).
  if (source === LeafSource.KEY_PACKAGE) reader.bytes(16)
  const parentHash = source === LeafSource.COMMIT ? reader.vector() : new Uint8Array()
  demand(reader.vector().length === 0, 'extensions of a leaf')
  const signed = reader.since(start)
  const signature = reader.vector()
  const encoded = reader.since(start)
  return { kind: 'leaf', encoded, signed, encryptionKey, signatureKey, user, source, parentHash, signature }
}

/** Returns the leaf of its parts, signed. */
export async function signLeafNode(parts: LeafParts, key: CryptoKey): Promise<LeafNode> {
  const { user, encryptionKey, signatureKey, commit } = parts
  const signed = concat(
    vector(encryptionKey),
    vector(signatureKey),
    u16(BASIC),
    vector(u64(BigInt(user))),
    ...[[MLS_VERSION], [CIPHER_SUITE], [], [], [BASIC]].map((types) => vector(...types.map(u16))),
    commit ? concat(u8(LeafSource.COMMIT), vector(commit.parentHash)) : firstPackage(),
    vector(),
  )
  const signature = await signWithLabel(key, 'LeafNodeTBS', concat(signed, placeOf(commit)))
  return {
    kind: 'leaf',
    encoded: concat(signed, vector(signature)),
    signed,
    encryptionKey,
    signatureKey,
    user,
    source: commit ? LeafSource.COMMIT : LeafSource.KEY_PACKAGE,
    parentHash: commit?.parentHash ?? new Uint8Array(),
    signature,
  }
}

function firstPackage(): Bytes {
  return concat(u8(LeafSource.KEY_PACKAGE), u64(0n), u64(LAST_INSTANT))
}

function placeOf(place: { groupId: Bytes; index: number } | undefined): Bytes {
  return place ? concat(vector(place.groupId), u32(place.index)) : new Uint8Array()
}

/** Whether the signature of a leaf is valid at its place in a group. */
export async function isLeafSigned(leaf: LeafNode, place: { groupId: Bytes; index: number }): Promise<boolean> {
  const content = concat(leaf.signed, placeOf(leaf.source === LeafSource.COMMIT ? place : undefined))
  return await verifyWithLabel(leaf.signatureKey, 'LeafNodeTBS', content, leaf.signature)
}

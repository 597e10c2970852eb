import { type Bytes, concat, demand, Reader, same, u16, vector } from './codec.ts'
import { referenceOf } from './hash.ts'
import { type KeyPair, newEncryptionKeys, signWithLabel, verifyWithLabel } from './keys.ts'
import {
  CIPHER_SUITE,
  isLeafSigned,
  type LeafNode,
  LeafSource,
  MLS_VERSION,
  readLeafNode,
  readPoint,
  signLeafNode,
} from './leaf-node.ts'

/** Offer of a user to be added to a group (RFC 9420, 10). */
export interface KeyPackage {
  readonly encoded: Bytes
  readonly signed: Bytes
  readonly initKey: Bytes
  readonly leaf: LeafNode
  readonly signature: Bytes
}

/** Own key package with its private keys. */
export interface OwnKeyPackage {
  readonly keyPackage: KeyPackage
  readonly reference: Bytes
  readonly initKeys: KeyPair
  readonly leafKeys: KeyPair
  readonly signatureKeys: KeyPair
}

/** Reads a key package. It is a copy, as leaves are. @throws {Malformed} */
export function readKeyPackage(reader: Reader): KeyPackage {
  return readFields(new Reader(readFields(reader).encoded.slice()))
}

function readFields(reader: Reader): KeyPackage {
  const start = reader.position
  demand(reader.u16() === MLS_VERSION && reader.u16() === CIPHER_SUITE, 'version of a key package')
  const initKey = readPoint(reader)
  const leaf = readLeafNode(reader)
  demand(leaf.source === LeafSource.KEY_PACKAGE, 'leaf of a key package')
  demand(!same(initKey, leaf.encryptionKey), 'keys of a key package')
  demand(reader.vector().length === 0, 'extensions of a key package')
  const signed = reader.since(start)
  const signature = reader.vector()
  return { encoded: reader.since(start), signed, initKey, leaf, signature }
}

/** Whether both signatures of a key package are valid. */
export async function isKeyPackageSigned({ leaf, signed, signature }: KeyPackage): Promise<boolean> {
  const nowhere = { groupId: new Uint8Array(), index: 0 }
  if (!(await isLeafSigned(leaf, nowhere))) return false
  return await verifyWithLabel(leaf.signatureKey, 'KeyPackageTBS', signed, signature)
}

/** Returns a new key package of a user. It serves for one Welcome. */
export async function newKeyPackage(user: string, signatureKeys: KeyPair): Promise<OwnKeyPackage> {
  const [initKeys, leafKeys] = await Promise.all([newEncryptionKeys(), newEncryptionKeys()])
  const parts = { user, encryptionKey: leafKeys.publicKey, signatureKey: signatureKeys.publicKey }
  const leaf = await signLeafNode(parts, signatureKeys.privateKey)
  const { publicKey: initKey } = initKeys
  const signed = concat(u16(MLS_VERSION), u16(CIPHER_SUITE), vector(initKey), leaf.encoded, vector())
  const signature = await signWithLabel(signatureKeys.privateKey, 'KeyPackageTBS', signed)
  const encoded = concat(signed, vector(signature))
  const keyPackage = { encoded, signed, initKey, leaf, signature }
  return { keyPackage, reference: referenceOf('KeyPackage', encoded), initKeys, leafKeys, signatureKeys }
}

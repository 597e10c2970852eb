import { type Bytes, concat, demand, type Reader, readAll, same } from './codec.ts'
import { welcomeKeys } from './commit.ts'
import { type EpochParts, type ExternalSender, extensionsOf, interimHash, prunedKeys } from './epoch.ts'
import { HASH_BYTES, hmac } from './hash.ts'
import { decryptWithLabel, open } from './hpke.ts'
import type { OwnKeyPackage } from './key-package.ts'
import { type KeyPair, verifyWithLabel } from './keys.ts'
import type { Welcome } from './messages.ts'
import { isBelow, RatchetTree } from './ratchet-tree.ts'
import { type GroupContext, readContext, secretsOf } from './schedule.ts'
import { checkTree } from './tree-checks.ts'
import { climb } from './update-path.ts'

const RATCHET_TREE = 2
const EXTENSIONS_MAX = 16

interface GroupInfo {
  readonly context: GroupContext
  readonly tree: RatchetTree
  readonly confirmationTag: Bytes
  readonly signer: number
  readonly signed: Bytes
  readonly signature: Bytes
}

/** Group that a member expects to be welcomed to. */
export interface Expected {
  readonly groupId: Bytes
  readonly sender: ExternalSender
  /** Whether a user may be a member. */
  readonly isKnown: (user: string) => boolean
}

/** Returns the epoch that a Welcome describes (RFC 9420, 12.4.3.1). @throws {Malformed} for one that is not valid */
export async function joinGroup(welcome: Welcome, own: OwnKeyPackage, expected: Expected): Promise<EpochParts> {
  const entry = welcome.secrets.find(({ reference }) => same(reference, own.reference))
  demand(entry !== undefined, 'Welcome for another key package')
  const plain = await decryptWithLabel(own.initKeys, 'Welcome', welcome.groupInfo, entry.secret)
  const { joiner, pathSecret } = readAll(plain, readGroupSecrets)
  const { key, nonce } = welcomeKeys(joiner)
  const info = readAll(await open(key, nonce, welcome.groupInfo), readGroupInfo)
  const { context, tree, confirmationTag } = info
  await checkInfo(info, expected)
  const [index] = [...tree.leaves()].find(([, leaf]) => same(leaf.encoded, own.keyPackage.leaf.encoded)) ?? []
  demand(index !== undefined, 'group without this member')
  const secrets = secretsOf(joiner, context)
  demand(same(hmac(secrets.confirmation, context.transcript), confirmationTag), 'confirmation tag')
  const keys = new Map<number, KeyPair>([[2 * index, own.leafKeys]])
  if (pathSecret) {
    const path = tree.filteredPath(info.signer)
    const from = path.findIndex(({ at }) => isBelow(2 * index, at))
    demand(from >= 0, 'path does not reach this member')
    for (const [at, pair] of (await climb(tree, path.slice(from), pathSecret)).keys) keys.set(at, pair)
  }
  const interim = interimHash(context.transcript, confirmationTag)
  const { signatureKeys } = own
  return { context, tree, secrets, interim, own: index, keys: prunedKeys(tree, keys), signatureKeys }
}

function readGroupSecrets(reader: Reader): { joiner: Bytes; pathSecret: Bytes | undefined } {
  const joiner = reader.vector()
  const pathSecret = reader.present() ? reader.vector() : undefined
  demand(joiner.length === HASH_BYTES && (!pathSecret || pathSecret.length === HASH_BYTES), 'secrets of a Welcome')
  demand(reader.vector().length === 0, 'pre-shared keys')
  return { joiner, pathSecret }
}

function readGroupInfo(reader: Reader): GroupInfo {
  const start = reader.position
  const context = readContext(reader)
  demand(context !== undefined, 'suite of a group')
  let tree: RatchetTree | undefined
  const extensions = reader.list((item) => ({ type: item.u16(), data: item.vector() }), EXTENSIONS_MAX)
  for (const { type, data } of extensions) if (type === RATCHET_TREE) tree = readAll(data, RatchetTree.read)
  demand(tree !== undefined, 'Welcome without a tree')
  const confirmationTag = reader.vector()
  const signer = reader.u32()
  const signed = concat(reader.since(start))
  return { context, tree, confirmationTag, signer, signed, signature: reader.vector() }
}

async function checkInfo(info: GroupInfo, { groupId, sender, isKnown }: Expected): Promise<void> {
  const { context, tree, signer, signed, signature } = info
  demand(same(context.groupId, groupId), 'another group')
  // DAVE: exactly one extension, with exactly the external sender of op 25.
  demand(same(context.extensions, extensionsOf(sender)), 'extensions of a group')
  const leaf = tree.leaf(signer)
  demand(leaf !== null, 'signer is no member')
  demand(await verifyWithLabel(leaf.signatureKey, 'GroupInfoTBS', signed, signature), 'signature of a group')
  demand(same(tree.hash(), context.treeHash), 'tree hash')
  for (const [, { user }] of tree.leaves()) demand(isKnown(user), 'member whom the voice server has not named')
  await checkTree(tree, groupId)
}

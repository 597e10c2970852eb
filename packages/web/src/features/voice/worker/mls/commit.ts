import { type Bytes, concat, u8, u16, u32, vector } from './codec.ts'
import {
  type Applied,
  applyProposals,
  type CachedProposal,
  confirmedHash,
  type EpochParts,
  interimHash,
  membershipTagOf,
  prunedKeys,
  signedContent,
} from './epoch.ts'
import { expandWithLabel, HASH_BYTES, hmac, referenceOf } from './hash.ts'
import { encodeCiphertext, encryptWithLabel, seal } from './hpke.ts'
import { type KeyPair, signWithLabel } from './keys.ts'
import { CIPHER_SUITE } from './leaf-node.ts'
import { encodeCommit, PUBLIC_HEADER } from './messages.ts'
import { isBelow } from './ratchet-tree.ts'
import { encodeContext, type GroupContext, joinerSecretOf, secretsOf, welcomeSecretOf } from './schedule.ts'
import { encodePath, type OwnPath, renewPath } from './update-path.ts'

const RATCHET_TREE = 2

/** Commit of this member, and the epoch that it begins if the voice server announces it. */
export interface OwnCommit {
  /** Message as op 29 would carry it. */
  readonly message: Bytes
  /** Welcome for the added members; undefined if there are none. */
  readonly welcome: Bytes | undefined
  readonly next: EpochParts
}

/** Commits proposals of the epoch (RFC 9420, 12.4.1). @throws {Malformed} for proposals that do not fit */
export async function createCommit(epoch: EpochParts, proposals: readonly CachedProposal[]): Promise<OwnCommit> {
  const { own, signatureKeys } = epoch
  const changes = proposals.map(({ proposal }) => proposal)
  const applied = applyProposals(epoch, own, changes)
  const path = applied.removes ? await ownPath(epoch, applied) : undefined
  const next = { ...epoch.context, epoch: epoch.context.epoch + 1n, treeHash: applied.tree.hash() }
  const places = new Set(applied.added.map(({ index }) => 2 * index))
  const encoded = path && (await encodePath(applied.tree, path, places, encodeContext(next)))
  const references = proposals.map(({ reference }) => reference)
  const content = encodeCommit(epoch.context, own, references, encoded)
  const signed = signedContent(content, epoch.context)
  const signature = await signWithLabel(signatureKeys.privateKey, 'FramedContentTBS', signed)
  const context = { ...next, transcript: confirmedHash(epoch, content, signature) }
  const joiner = joinerSecretOf(epoch.secrets.init, path?.commitSecret ?? new Uint8Array(HASH_BYTES), context)
  const secrets = secretsOf(joiner, context)
  const confirmationTag = hmac(secrets.confirmation, context.transcript)
  const auth = concat(vector(signature), vector(confirmationTag))
  const message = concat(PUBLIC_HEADER, content, auth, vector(membershipTagOf(epoch, content, auth)))
  const keys = new Map<number, KeyPair>([...epoch.keys, ...(path?.keys ?? [])])
  return {
    message,
    welcome: await welcomeOf({ context, joiner, confirmationTag, applied, path, signer: epoch }),
    next: {
      context,
      tree: applied.tree,
      secrets,
      interim: interimHash(context.transcript, confirmationTag),
      own,
      keys: prunedKeys(applied.tree, keys),
      signatureKeys,
    },
  }
}

async function ownPath(
  { context, own, tree, signatureKeys }: EpochParts,
  applied: Applied,
): Promise<OwnPath | undefined> {
  const leaf = tree.leaf(own)
  if (!leaf) return undefined
  return await renewPath(applied.tree, { groupId: context.groupId, index: own }, leaf, signatureKeys.privateKey)
}

interface WelcomeParts {
  readonly context: GroupContext
  readonly joiner: Bytes
  readonly confirmationTag: Bytes
  readonly applied: Applied
  readonly path: OwnPath | undefined
  readonly signer: EpochParts
}

async function welcomeOf(parts: WelcomeParts): Promise<Bytes | undefined> {
  const { context, joiner, confirmationTag, applied, path, signer } = parts
  if (applied.added.length === 0) return undefined
  const extension = concat(u16(RATCHET_TREE), vector(applied.tree.encode()))
  const unsigned = concat(encodeContext(context), vector(extension), vector(confirmationTag), u32(signer.own))
  const signature = await signWithLabel(signer.signatureKeys.privateKey, 'GroupInfoTBS', unsigned)
  const { key, nonce } = welcomeKeys(joiner)
  const groupInfo = await seal(key, nonce, concat(unsigned, vector(signature)))
  const secrets = await Promise.all(
    applied.added.map(async ({ index, keyPackage }) => {
      const common = path?.secrets.find(({ at }) => isBelow(2 * index, at))
      const pathSecret = common ? concat(u8(1), vector(common.secret)) : u8(0)
      const plain = concat(vector(joiner), pathSecret, vector())
      const secret = await encryptWithLabel(keyPackage.initKey, 'Welcome', groupInfo, plain)
      return concat(vector(referenceOf('KeyPackage', keyPackage.encoded)), encodeCiphertext(secret))
    }),
  )
  return concat(u16(CIPHER_SUITE), vector(...secrets), vector(groupInfo))
}

/** Returns what encrypts the description of a group for new members. */
export function welcomeKeys(joiner: Bytes): { key: Bytes; nonce: Bytes } {
  const secret = welcomeSecretOf(joiner)
  const empty = new Uint8Array()
  return { key: expandWithLabel(secret, 'key', empty, 16), nonce: expandWithLabel(secret, 'nonce', empty, 12) }
}

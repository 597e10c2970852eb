import { type Bytes, concat, demand, hex, type Reader, same, vector } from './codec.ts'
import { HASH_BYTES, hmac, referenceOf, sha256 } from './hash.ts'
import type { OwnKeyPackage } from './key-package.ts'
import { type KeyPair, verifyWithLabel } from './keys.ts'
import { readPoint } from './leaf-node.ts'
import {
  type CommitMessage,
  PROPOSALS_MAX,
  type Proposal,
  type ProposalMessage,
  PUBLIC_HEADER,
  WIRE_FORMAT,
} from './messages.ts'
import { RatchetTree } from './ratchet-tree.ts'
import {
  type EpochSecrets,
  encodeContext,
  exportSecret,
  type GroupContext,
  joinerSecretOf,
  secretsOf,
  secretsOfEpoch,
} from './schedule.ts'
import { demandUniqueKeys } from './tree-checks.ts'
import { mergePath, type NodeKeys, openPath } from './update-path.ts'

const EXTERNAL_SENDERS = 5
const IDENTITY_MAX = 1024

/** Voice server as sender of proposals, as op 25 describes it. */
export interface ExternalSender {
  readonly encoded: Bytes
  readonly signatureKey: Bytes
}

/** Reads the external sender of op 25. */
export function readExternalSender(reader: Reader): ExternalSender {
  const start = reader.position
  const signatureKey = readPoint(reader)
  demand(reader.u16() === 1, 'credential of the external sender')
  demand(reader.vector().length <= IDENTITY_MAX, 'identity of the external sender')
  return { encoded: reader.since(start), signatureKey }
}

/** Returns the only extension of a group of DAVE, as an encoded vector. */
export function extensionsOf({ encoded }: ExternalSender): Bytes {
  return vector(concat(Uint8Array.of(0, EXTERNAL_SENDERS), vector(vector(encoded))))
}

/** Cached proposal of an epoch. */
export interface CachedProposal {
  readonly reference: Bytes
  readonly proposal: Proposal
}

/** State of a group in one epoch. An epoch does not change: commits give the next one. */
export interface EpochParts {
  readonly context: GroupContext
  readonly tree: RatchetTree
  readonly secrets: EpochSecrets
  /** Interim transcript hash. */
  readonly interim: Bytes
  /** Leaf of this member. */
  readonly own: number
  readonly keys: NodeKeys
  readonly signatureKeys: KeyPair
}

/** Returns the signed content of a member's message. */
export function signedContent(content: Bytes, context: GroupContext): Bytes {
  return concat(PUBLIC_HEADER, content, encodeContext(context))
}

/** Returns the tag that proves that a message is of a member. */
export function membershipTagOf({ secrets, context }: EpochParts, content: Bytes, auth: Bytes): Bytes {
  return hmac(secrets.membership, signedContent(content, context), auth)
}

/** Returns the transcript hash that a commit confirms. */
export function confirmedHash({ interim }: EpochParts, content: Bytes, signature: Bytes): Bytes {
  return sha256(interim, WIRE_FORMAT, content, vector(signature))
}

/** Returns the interim transcript hash after a confirmation tag. */
export function interimHash(transcript: Bytes, confirmationTag: Bytes): Bytes {
  return sha256(transcript, vector(confirmationTag))
}

/** Returns the keys of those nodes that are in the tree still. */
export function prunedKeys(tree: RatchetTree, keys: NodeKeys): NodeKeys {
  return new Map([...keys].filter(([at, { publicKey }]) => same(tree.node(at)?.encryptionKey ?? EMPTY, publicKey)))
}

const EMPTY = new Uint8Array()

/** Returns the group of one member, epoch 0. */
export function firstEpoch(groupId: Bytes, sender: ExternalSender, own: OwnKeyPackage): EpochParts {
  const tree = RatchetTree.of(own.keyPackage.leaf)
  const extensions = extensionsOf(sender)
  const context = { groupId, epoch: 0n, treeHash: tree.hash(), transcript: EMPTY, extensions }
  const secrets = secretsOfEpoch(crypto.getRandomValues(new Uint8Array(HASH_BYTES)))
  const interim = interimHash(EMPTY, hmac(secrets.confirmation, EMPTY))
  const keys = new Map([[0, own.leafKeys]])
  return { context, tree, secrets, interim, own: 0, keys, signatureKeys: own.signatureKeys }
}

/** Tree after proposals, with the leaves that they added. */
export interface Applied {
  readonly tree: RatchetTree
  readonly added: readonly {
    readonly index: number
    readonly keyPackage: Extract<Proposal, { type: 'add' }>['keyPackage']
  }[]
  readonly removes: boolean
  /** Whether this member is removed. */
  readonly removesSelf: boolean
}

/** Applies the proposals of a commit, removals first. @throws {Malformed} for proposals that do not fit */
export function applyProposals(epoch: EpochParts, committer: number, proposals: readonly Proposal[]): Applied {
  const tree = epoch.tree.clone()
  const removed = proposals.flatMap((one) => (one.type === 'remove' ? [one.leaf] : []))
  demand(new Set(removed).size === removed.length, 'member is removed twice')
  demand(!removed.includes(committer), 'commit removes its sender')
  for (const index of removed) demand(tree.leaf(index) !== null, 'removed leaf is blank')
  for (const index of removed) tree.remove(index)
  const added = proposals.flatMap((one) => {
    if (one.type !== 'add') return []
    return [{ index: tree.add(one.keyPackage.leaf), keyPackage: one.keyPackage }]
  })
  demandUniqueKeys(tree)
  return { tree, added, removes: removed.length > 0, removesSelf: removed.includes(epoch.own) }
}

/** Whether a proposal is of this epoch and of the voice server. */
export async function isProposalSigned(
  { context }: EpochParts,
  { signatureKey }: ExternalSender,
  { groupId, epoch, content, signature }: ProposalMessage,
): Promise<boolean> {
  if (!same(groupId, context.groupId) || epoch !== context.epoch) return false
  return await verifyWithLabel(signatureKey, 'FramedContentTBS', concat(PUBLIC_HEADER, content), signature)
}

/** Returns the reference of a proposal. */
export function proposalReference({ content, signature }: ProposalMessage): Bytes {
  return referenceOf('Proposal', concat(WIRE_FORMAT, content, vector(signature)))
}

/**
 * Returns the epoch that another member's commit begins (RFC 9420, 12.4.2), or `removed` if it removes this member.
 * @throws {Malformed} for a commit that is not valid
 */
export async function applyCommit(
  epoch: EpochParts,
  commit: CommitMessage,
  cache: ReadonlyMap<string, CachedProposal>,
): Promise<EpochParts | 'removed'> {
  const { context, own } = epoch
  demand(same(commit.groupId, context.groupId) && commit.epoch === context.epoch, 'commit of another epoch')
  demand(commit.sender !== own, 'commit of this member that it does not know')
  const { content, signature, confirmationTag } = commit
  const auth = concat(vector(signature), vector(confirmationTag))
  demand(same(membershipTagOf(epoch, content, auth), commit.membershipTag), 'membership tag')
  const sender = epoch.tree.leaf(commit.sender)
  demand(sender !== null, 'committer is no member')
  const isSigned = await verifyWithLabel(
    sender.signatureKey,
    'FramedContentTBS',
    signedContent(content, context),
    signature,
  )
  demand(isSigned, 'signature of a commit')
  const applied = applyProposals(epoch, commit.sender, proposalsOf(commit, cache))
  demand(!applied.removes || commit.path !== undefined, 'commit without a path')
  const place = { groupId: context.groupId, index: commit.sender }
  if (commit.path) await mergePath(applied.tree, place, commit.path)
  if (applied.removesSelf) return 'removed'
  demandUniqueKeys(applied.tree)
  return await enter(epoch, commit, applied)
}

function proposalsOf({ references }: CommitMessage, cache: ReadonlyMap<string, CachedProposal>): Proposal[] {
  demand(references.length > 0 && references.length <= PROPOSALS_MAX, 'commit without proposals')
  const names = references.map(hex)
  demand(new Set(names).size === names.length, 'proposal is twice in a commit')
  return names.map((name) => {
    const cached = cache.get(name)
    demand(cached !== undefined, 'unknown proposal')
    return cached.proposal
  })
}

async function enter(epoch: EpochParts, commit: CommitMessage, { tree, added }: Applied): Promise<EpochParts> {
  const { own, keys } = epoch
  const next = { ...epoch.context, epoch: epoch.context.epoch + 1n, treeHash: tree.hash() }
  const places = new Set(added.map(({ index }) => 2 * index))
  const opened = commit.path
    ? await openPath(tree, { sender: commit.sender, own, added: places }, commit.path, keys, encodeContext(next))
    : { keys: new Map<number, KeyPair>(), commitSecret: new Uint8Array(HASH_BYTES) }
  const context = { ...next, transcript: confirmedHash(epoch, commit.content, commit.signature) }
  const secrets = secretsOf(joinerSecretOf(epoch.secrets.init, opened.commitSecret, context), context)
  demand(same(hmac(secrets.confirmation, context.transcript), commit.confirmationTag), 'confirmation tag')
  return {
    context,
    tree,
    secrets,
    interim: interimHash(context.transcript, commit.confirmationTag),
    own,
    keys: prunedKeys(tree, new Map([...keys, ...opened.keys])),
    signatureKeys: epoch.signatureKeys,
  }
}

/** Returns a secret of an epoch for a use outside of MLS. */
export function exportOf({ secrets }: EpochParts, label: string, context: Bytes, length: number): Bytes {
  return exportSecret(secrets, label, context, length)
}

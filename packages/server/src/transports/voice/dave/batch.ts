import { u8, vector } from './codec.ts'
import { type CommitWelcome, renews } from './commit.ts'
import type { ExternalSender, SignedProposal } from './external-sender.ts'
import type { KeyPackage } from './key-package.ts'
import type { Leaf, Member } from './members.ts'
import type { RatchetTree } from './ratchet-tree.ts'

const APPEND = 0

/** A proposed change of the group. */
export type Change = { kind: 'add'; keyPackage: KeyPackage; member: Member } | { kind: 'remove'; leaf: Leaf }

/** The proposals of one epoch. There is one batch at a time, and its commit contains all of it. */
export interface Batch {
  epoch: bigint
  openedAt: number
  /** By reference of the proposal. */
  changes: ReadonlyMap<string, Change>
  /** Members who received the proposals and may commit. */
  recipients: Set<Member>
  /** Payload of op 27 by recipient. */
  payloads: ReadonlyMap<Member, Buffer>
  /** Valid commits of members whose commits others complained about. */
  held: { member: Member; commit: CommitWelcome }[]
}

/** Members and leaves that a batch changes. In a new group the added members are its only members. */
export interface Changes {
  adds: readonly Member[]
  removes: readonly Leaf[]
  stays: readonly Member[]
}

/**
 * Opens a batch. Members of a group receive all of it. Without a group each added member receives the Adds of the
 * others, because a client refuses an Add of itself. Each proposal is signed once: ECDSA is randomised, and members
 * name proposals by the hash of their bytes.
 */
export function openBatch(
  sender: ExternalSender,
  tree: RatchetTree,
  epoch: bigint,
  { adds, removes, stays }: Changes,
  now: number,
): Batch {
  const proposed: { change: Change; proposal: SignedProposal }[] = []
  for (const leaf of removes) {
    proposed.push({ change: { kind: 'remove', leaf }, proposal: sender.remove(epoch, tree.indexOf(leaf)) })
  }
  for (const member of adds) {
    const keyPackage = member.package
    if (!keyPackage) continue
    proposed.push({ change: { kind: 'add', keyPackage, member }, proposal: sender.add(epoch, keyPackage) })
  }
  const recipients = new Set(tree.empty ? adds : stays)
  const payloadFor = (member: Member) =>
    Buffer.concat([u8(APPEND), vector(...proposed.filter(({ change }) => !isAddOf(change, member)).map(messageOf))])
  const all = tree.empty ? undefined : Buffer.concat([u8(APPEND), vector(...proposed.map(messageOf))])
  return {
    epoch,
    openedAt: now,
    changes: new Map(proposed.map(({ change, proposal }) => [proposal.reference, change])),
    recipients,
    payloads: new Map([...recipients].map((member) => [member, all ?? payloadFor(member)])),
    held: [],
  }
}

const messageOf = ({ proposal }: { proposal: SignedProposal }) => proposal.message

function isAddOf(change: Change, member: Member): boolean {
  return change.kind === 'add' && change.member === member
}

/**
 * Whether a commit is one of the batch: of this group and epoch, by the member at its leaf, with exactly the proposals
 * that the member received, one secret for each added member, and no change of the committer's identity. The
 * confirmation and membership tags need a group key: members check them and report a fault with op 31.
 */
export function isCommitOf(
  { changes, epoch, recipients }: Batch,
  commit: CommitWelcome,
  member: Member,
  tree: RatchetTree,
  groupId: Buffer,
): boolean {
  if (!recipients.has(member) || commit.epoch !== epoch || !commit.groupId.equals(groupId)) return false
  const expected = [...changes].filter(([, change]) => !tree.empty || !isAddOf(change, member))
  const named = new Set(commit.references)
  if (named.size !== commit.references.length || named.size !== expected.length) return false
  if (!expected.every(([reference]) => named.has(reference))) return false
  const added = expected.flatMap(([, change]) => (change.kind === 'add' ? [change.keyPackage] : []))
  const secrets = commit.welcome?.secrets
  if ((secrets?.size ?? 0) !== added.length || !added.every(({ reference }) => secrets?.has(reference))) return false
  if (added.length < expected.length && !commit.leaf) return false
  const before = tree.empty ? member.package?.leaf : member.leaf?.node
  const index = tree.empty ? 0 : member.leaf ? tree.indexOf(member.leaf) : -1
  if (!before || commit.sender !== index) return false
  return commit.leaf === undefined || renews(commit.leaf, before, groupId, index)
}

import { type Bytes, concat, demand, type Reader, readAll, u8, u16, u32, u64, vector } from './codec.ts'
import { type Ciphertext, readCiphertext } from './hpke.ts'
import { type KeyPackage, readKeyPackage } from './key-package.ts'
import { CIPHER_SUITE, type LeafNode, MLS_VERSION, readLeafNode, readPoint } from './leaf-node.ts'
import { LEAVES_MAX } from './ratchet-tree.ts'

const PUBLIC_MESSAGE = 1
/** Version and wire format in front of a public message. */
export const PUBLIC_HEADER = concat(u16(MLS_VERSION), u16(PUBLIC_MESSAGE))
/** Wire format of a public message, in what hashes cover. */
export const WIRE_FORMAT = u16(PUBLIC_MESSAGE)
const Sender = { MEMBER: 1, EXTERNAL: 2 } as const
const Content = { PROPOSAL: 2, COMMIT: 3 } as const
const ProposalType = { ADD: 1, REMOVE: 3 } as const
const BY_REFERENCE = 2
/** Most proposals of an epoch: each member replaced. */
export const PROPOSALS_MAX = 2 * LEAVES_MAX
const PATH_MAX = 16

/** Change of the group. DAVE allows no others. */
export type Proposal =
  | { readonly type: 'add'; readonly keyPackage: KeyPackage }
  | { readonly type: 'remove'; readonly leaf: number }

/** Proposal of the voice server. */
export interface ProposalMessage {
  readonly groupId: Bytes
  readonly epoch: bigint
  /** Framed content: what the signature covers, without the header. */
  readonly content: Bytes
  readonly proposal: Proposal
  readonly signature: Bytes
}

/** New keys of the nodes above a member (RFC 9420, 7.6). */
export interface UpdatePath {
  readonly leaf: LeafNode
  readonly nodes: readonly { readonly encryptionKey: Bytes; readonly secrets: readonly Ciphertext[] }[]
}

/** Commit of a member. */
export interface CommitMessage {
  readonly groupId: Bytes
  readonly epoch: bigint
  readonly sender: number
  readonly content: Bytes
  readonly references: readonly Bytes[]
  readonly path: UpdatePath | undefined
  readonly signature: Bytes
  readonly confirmationTag: Bytes
  readonly membershipTag: Bytes
}

/** Secrets of the group for new members (RFC 9420, 12.4.3.1). */
export interface Welcome {
  readonly secrets: readonly { readonly reference: Bytes; readonly secret: Ciphertext }[]
  readonly groupInfo: Bytes
}

/** Reads the public message of the external sender. @throws {Malformed} */
export function readProposalMessage(reader: Reader): ProposalMessage {
  demand(reader.u16() === MLS_VERSION && reader.u16() === PUBLIC_MESSAGE, 'wire format')
  const start = reader.position
  const groupId = reader.vector()
  const epoch = reader.u64()
  demand(reader.u8() === Sender.EXTERNAL && reader.u32() === 0, 'sender of a proposal')
  demand(reader.vector().length === 0, 'authenticated data')
  demand(reader.u8() === Content.PROPOSAL, 'content of a proposal')
  const type = reader.u16()
  demand(type === ProposalType.ADD || type === ProposalType.REMOVE, 'type of a proposal')
  const proposal: Proposal =
    type === ProposalType.ADD
      ? { type: 'add', keyPackage: readKeyPackage(reader) }
      : { type: 'remove', leaf: reader.u32() }
  const content = reader.since(start)
  return { groupId, epoch, content, proposal, signature: reader.vector() }
}

/** Reads a commit as op 29 carries it. @throws {Malformed} */
export function readCommit(bytes: Bytes): CommitMessage {
  return readAll(bytes, (reader) => {
    demand(reader.u16() === MLS_VERSION && reader.u16() === PUBLIC_MESSAGE, 'wire format')
    const start = reader.position
    const groupId = reader.vector()
    const epoch = reader.u64()
    demand(reader.u8() === Sender.MEMBER, 'sender of a commit')
    const sender = reader.u32()
    demand(reader.vector().length === 0, 'authenticated data')
    demand(reader.u8() === Content.COMMIT, 'content of a commit')
    const references = reader.list((item) => {
      demand(item.u8() === BY_REFERENCE, 'proposal inside a commit')
      return item.vector()
    }, PROPOSALS_MAX)
    const path = reader.present() ? readPath(reader) : undefined
    const content = reader.since(start)
    const [signature, confirmationTag, membershipTag] = [reader.vector(), reader.vector(), reader.vector()]
    return { groupId, epoch, sender, content, references, path, signature, confirmationTag, membershipTag }
  })
}

function readPath(reader: Reader): UpdatePath {
  const leaf = readLeafNode(reader)
  const nodes = reader.list(
    (node) => ({ encryptionKey: readPoint(node), secrets: node.list(readCiphertext, LEAVES_MAX) }),
    PATH_MAX,
  )
  return { leaf, nodes }
}

/** Reads a Welcome as op 30 carries it. @throws {Malformed} */
export function readWelcome(bytes: Bytes): Welcome {
  return readAll(bytes, (reader) => {
    demand(reader.u16() === CIPHER_SUITE, 'suite of a Welcome')
    const secrets = reader.list((item) => ({ reference: item.vector(), secret: readCiphertext(item) }), LEAVES_MAX)
    return { secrets, groupInfo: reader.vector() }
  })
}

/** Encodes the framed content of a member's commit. `path` is an encoded UpdatePath. */
export function encodeCommit(
  { groupId, epoch }: { groupId: Bytes; epoch: bigint },
  sender: number,
  references: readonly Bytes[],
  path: Bytes | undefined,
): Bytes {
  const head = concat(vector(groupId), u64(epoch), u8(Sender.MEMBER), u32(sender), vector(), u8(Content.COMMIT))
  const proposals = vector(...references.map((reference) => concat(u8(BY_REFERENCE), vector(reference))))
  return concat(head, proposals, path ? concat(u8(1), path) : u8(0))
}

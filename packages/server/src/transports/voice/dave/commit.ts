import { parse, type Reader, u32, vector } from './codec.ts'
import { publicKeyOf, verifyWithLabel } from './labels.ts'
import { CIPHER_SUITE, type LeafNode, LeafSource, MLS_VERSION, readLeafNode } from './leaf-node.ts'

const PUBLIC_MESSAGE = 1
const MEMBER_SENDER = 1
const COMMIT = 3
const BY_REFERENCE = 2
/** Bounds a commit with its Welcome. One of a call with 99 members has some 40 KB. */
const BYTES_MAX = 256 * 1024
/** Depth of a tree with 2^16 leaves. */
const PATH_NODES_MAX = 16

/** Commit and Welcome of op 28. */
export interface CommitWelcome {
  /** MLSMessage of the commit, as op 29 carries it. */
  message: Buffer
  groupId: Buffer
  epoch: bigint
  /** Leaf of the committer. */
  sender: number
  /** References of the committed proposals in their order, in hex. */
  references: readonly string[]
  /** New leaf of the committer. Commits that only add may have none. */
  leaf: LeafNode | undefined
  /** Undefined in a commit that adds no one. */
  welcome: Welcome | undefined
}

/** Keys of the group, encrypted for each new member. */
export interface Welcome {
  /** Encrypted secrets by KeyPackageRef in hex. */
  secrets: ReadonlyMap<string, Buffer>
  groupInfo: Buffer
}

/** Parses op 28: an MLSMessage with a commit, directly followed by a Welcome if it adds members. */
export function parseCommitWelcome(payload: Buffer): CommitWelcome | undefined {
  return payload.length > BYTES_MAX ? undefined : parse(Buffer.from(payload), readCommitWelcome)
}

function readCommitWelcome(reader: Reader): CommitWelcome {
  reader.demand(reader.u16() === MLS_VERSION)
  reader.demand(reader.u16() === PUBLIC_MESSAGE)
  const groupId = reader.vector()
  const epoch = reader.u64()
  reader.demand(reader.u8() === MEMBER_SENDER)
  const sender = reader.u32()
  reader.demand(reader.vector().length === 0)
  reader.demand(reader.u8() === COMMIT)
  const references = reader.list((item) => {
    item.demand(item.u8() === BY_REFERENCE)
    return item.vector().toString('hex')
  })
  const hasPath = reader.u8()
  reader.demand(hasPath <= 1)
  const leaf = hasPath === 1 ? readPath(reader) : undefined
  reader.demand(reader.vector().length > 0)
  reader.demand(reader.vector().length > 0)
  reader.demand(reader.vector().length > 0)
  const message = reader.since(0)
  const welcome = reader.left > 0 ? readWelcome(reader) : undefined
  return { message, groupId, epoch, sender, references, leaf, welcome }
}

/** Reads an UpdatePath (RFC 9420, 7.6) and returns its leaf. */
function readPath(reader: Reader): LeafNode {
  const leaf = readLeafNode(reader)
  let nodes = 0
  reader.list((node) => {
    nodes += 1
    node.demand(nodes <= PATH_NODES_MAX)
    node.demand(publicKeyOf(node.vector()) !== undefined)
    node.list((secret) => {
      secret.vector()
      secret.vector()
    })
  })
  return leaf
}

function readWelcome(reader: Reader): Welcome {
  reader.demand(reader.u16() === CIPHER_SUITE)
  const secrets = new Map<string, Buffer>()
  reader.list((item) => {
    const from = item.position
    const reference = item.vector().toString('hex')
    reader.demand(!secrets.has(reference))
    item.vector()
    item.vector()
    secrets.set(reference, item.since(from))
  })
  return { secrets, groupInfo: reader.vector() }
}

/** Returns a Welcome with the secret of one new member only, as op 30 carries it. */
export function welcomeFor({ secrets, groupInfo }: Welcome, reference: string): Buffer {
  const suite = Buffer.of(0, CIPHER_SUITE)
  return Buffer.concat([suite, vector(secrets.get(reference) ?? Buffer.alloc(0)), vector(groupInfo)])
}

/** Whether the new leaf in a commit is the committer's own: same member, same signature key, valid signature. */
export function renews(leaf: LeafNode, before: LeafNode, groupId: Buffer, leafIndex: number): boolean {
  const key = publicKeyOf(before.signatureKey)
  return (
    key !== undefined &&
    leaf.source === LeafSource.COMMIT &&
    leaf.identity.equals(before.identity) &&
    leaf.signatureKey.equals(before.signatureKey) &&
    publicKeyOf(leaf.encryptionKey) !== undefined &&
    verifyWithLabel(key, 'LeafNodeTBS', Buffer.concat([leaf.signed, vector(groupId), u32(leafIndex)]), leaf.signature)
  )
}

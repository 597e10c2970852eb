import { type Bytes, concat, demand, same, vector } from './codec.ts'
import { deriveSecret, HASH_BYTES } from './hash.ts'
import { type Ciphertext, decryptWithLabel, deriveKeyPair, encodeCiphertext, encryptWithLabel } from './hpke.ts'
import { type KeyPair, newEncryptionKeys } from './keys.ts'
import { isLeafSigned, type LeafNode, LeafSource, signLeafNode } from './leaf-node.ts'
import type { UpdatePath } from './messages.ts'
import { isBelow, type RatchetTree } from './ratchet-tree.ts'
import { parentHashOf } from './tree-checks.ts'

const LABEL = 'UpdatePathNode'

/** Private keys of a member by node, with the public keys that they belong to. */
export type NodeKeys = ReadonlyMap<number, KeyPair>

/** Sets the new keys of the path of a leaf. Returns the parent hash that the new leaf must have. */
function setPath(tree: RatchetTree, index: number, keys: readonly Bytes[]): Bytes {
  const path = tree.filteredPath(index)
  tree.blankPath(index)
  let parentHash: Bytes = new Uint8Array()
  for (let at = path.length - 1; at >= 0; at--) {
    const [step, encryptionKey] = [path[at], keys[at]]
    demand(step !== undefined && encryptionKey !== undefined, 'path')
    const parent = { kind: 'parent', encryptionKey, parentHash, unmerged: [] } as const
    tree.set(step.at, parent)
    parentHash = parentHashOf(tree, parent, step.other)
  }
  return parentHash
}

/** Result of a new path: the path itself, encrypted later, and what only its maker knows. */
export interface OwnPath {
  readonly keys: Map<number, KeyPair>
  /** Secrets of the nodes of the path, from the leaf to the root. */
  readonly secrets: readonly { readonly at: number; readonly other: number; readonly secret: Bytes }[]
  readonly commitSecret: Bytes
  readonly leaf: LeafNode
}

/** Makes new keys for a member and all nodes above it, and sets them in the tree (RFC 9420, 7.5). */
export async function renewPath(
  tree: RatchetTree,
  place: { groupId: Bytes; index: number },
  leaf: LeafNode,
  signatureKey: CryptoKey,
): Promise<OwnPath> {
  const keys = new Map<number, KeyPair>()
  let secret: Bytes = crypto.getRandomValues(new Uint8Array(HASH_BYTES))
  const secrets: { at: number; other: number; secret: Bytes }[] = []
  const points: Bytes[] = []
  for (const { at, other } of tree.filteredPath(place.index)) {
    const pair = await deriveKeyPair(deriveSecret(secret, 'node'))
    keys.set(at, pair)
    points.push(pair.publicKey)
    secrets.push({ at, other, secret })
    secret = deriveSecret(secret, 'path')
  }
  const parentHash = setPath(tree, place.index, points)
  const leafKeys = await newEncryptionKeys()
  keys.set(2 * place.index, leafKeys)
  const parts = { user: leaf.user, encryptionKey: leafKeys.publicKey, signatureKey: leaf.signatureKey }
  const renewed = await signLeafNode({ ...parts, commit: { parentHash, ...place } }, signatureKey)
  tree.set(2 * place.index, renewed)
  return { keys, secrets, commitSecret: secret, leaf: renewed }
}

/** Encrypts the secrets of a path for the members, except for those that are new, and encodes the path. */
export async function encodePath(
  tree: RatchetTree,
  { leaf, keys, secrets }: OwnPath,
  added: ReadonlySet<number>,
  context: Bytes,
): Promise<Bytes> {
  const nodes = await Promise.all(
    secrets.map(async ({ at, other, secret }) => {
      const recipients = tree.resolution(other).filter((node) => !added.has(node))
      const ciphertexts = await Promise.all(
        recipients.map((node) => {
          const point = tree.node(node)?.encryptionKey
          demand(point !== undefined, 'blank node of a resolution')
          return encryptWithLabel(point, LABEL, context, secret)
        }),
      )
      const encryptionKey = keys.get(at)?.publicKey ?? new Uint8Array()
      return concat(vector(encryptionKey), vector(...ciphertexts.map(encodeCiphertext)))
    }),
  )
  return concat(leaf.encoded, vector(...nodes))
}

/** Sets the path of another member's commit in the tree. @throws {Malformed} for a path that is not theirs */
export async function mergePath(
  tree: RatchetTree,
  place: { groupId: Bytes; index: number },
  { leaf, nodes }: UpdatePath,
): Promise<void> {
  const former = tree.leaf(place.index)
  demand(former !== null, 'committer is no member')
  demand(leaf.source === LeafSource.COMMIT, 'leaf of a commit')
  // DAVE: a commit changes neither the credential nor the signature key of its member.
  demand(leaf.user === former.user && same(leaf.signatureKey, former.signatureKey), 'leaf of another member')
  demand(!same(leaf.encryptionKey, former.encryptionKey), 'leaf key of a commit is not new')
  demand(await isLeafSigned(leaf, place), 'signature of a leaf')
  demand(tree.filteredPath(place.index).length === nodes.length, 'length of a path')
  const points = nodes.map(({ encryptionKey }) => encryptionKey)
  demand(same(setPath(tree, place.index, points), leaf.parentHash), 'parent hash of a commit')
  tree.set(2 * place.index, leaf)
}

/** Opens the secret of a path that is for this member, and returns the keys and the commit secret that follow. */
export async function openPath(
  tree: RatchetTree,
  { sender, own, added }: { sender: number; own: number; added: ReadonlySet<number> },
  { nodes }: UpdatePath,
  keys: NodeKeys,
  context: Bytes,
): Promise<{ keys: Map<number, KeyPair>; commitSecret: Bytes }> {
  const path = tree.filteredPath(sender)
  const from = path.findIndex(({ at }) => isBelow(2 * own, at))
  const step = path[from]
  demand(step !== undefined, 'path does not reach this member')
  const recipients = tree.resolution(step.other).filter((node) => !added.has(node))
  const place = recipients.findIndex((node) => keysAt(tree, keys, node))
  const pair = keysAt(tree, keys, recipients[place] ?? -1)
  const secrets: readonly Ciphertext[] = nodes[from]?.secrets ?? []
  const ciphertext = secrets[place]
  demand(secrets.length === recipients.length && pair !== undefined && ciphertext !== undefined, 'secrets of a path')
  const secret = await decryptWithLabel(pair, LABEL, context, ciphertext)
  return await climb(tree, path.slice(from), secret)
}

/** Returns the keys of a path from the secret of its lowest node. @throws {Malformed} if they are not the tree's */
export async function climb(
  tree: RatchetTree,
  path: readonly { at: number }[],
  lowest: Bytes,
): Promise<{ keys: Map<number, KeyPair>; commitSecret: Bytes }> {
  const keys = new Map<number, KeyPair>()
  let secret = lowest
  for (const { at } of path) {
    const pair = await deriveKeyPair(deriveSecret(secret, 'node'))
    demand(same(pair.publicKey, tree.node(at)?.encryptionKey ?? new Uint8Array()), 'key of a path')
    keys.set(at, pair)
    secret = deriveSecret(secret, 'path')
  }
  return { keys, commitSecret: secret }
}

function keysAt(tree: RatchetTree, keys: NodeKeys, node: number): KeyPair | undefined {
  const pair = keys.get(node)
  return pair && same(pair.publicKey, tree.node(node)?.encryptionKey ?? new Uint8Array()) ? pair : undefined
}

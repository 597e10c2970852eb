import { type Bytes, demand, hex, same, vector } from './codec.ts'
import { sha256 } from './hash.ts'
import { isLeafSigned } from './leaf-node.ts'
import { isBelow, leftOf, type ParentNode, type RatchetTree, rightOf } from './ratchet-tree.ts'

/** Returns the hash that binds a node to the parent above it (RFC 9420, 7.9). `sibling` is the parent's other child. */
export function parentHashOf(tree: RatchetTree, parent: ParentNode, sibling: number): Bytes {
  const before = tree.hash(sibling, new Set(parent.unmerged))
  return sha256(vector(parent.encryptionKey), vector(parent.parentHash), vector(before))
}

/** Demands that each user, signature key and encryption key is in a tree once. @throws {Malformed} */
export function demandUniqueKeys(tree: RatchetTree): void {
  const [users, signatures, keys] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const once = (seen: Set<string>, value: string, what: string) => {
    demand(!seen.has(value), `${what} is twice in the group`)
    seen.add(value)
  }
  for (const [, { user, signatureKey, encryptionKey }] of tree.leaves()) {
    once(users, user, 'user')
    once(signatures, hex(signatureKey), 'signature key')
    once(keys, hex(encryptionKey), 'encryption key')
  }
  for (const [, { encryptionKey }] of tree.parents()) once(keys, hex(encryptionKey), 'encryption key')
}

/** Checks the tree of a Welcome (RFC 9420, 12.4.3.1). @throws {Malformed} */
export async function checkTree(tree: RatchetTree, groupId: Bytes): Promise<void> {
  demandUniqueKeys(tree)
  for (const [at, node] of tree.parents()) demandUnmerged(tree, at, node)
  for (const [at, node] of tree.parents()) demand(isBound(tree, at, node), 'parent hash')
  for (const [index, leaf] of tree.leaves()) demand(await isLeafSigned(leaf, { groupId, index }), 'signature of a leaf')
}

/** Demands that unmerged leaves are members below, and unmerged in the nodes between too. */
function demandUnmerged(tree: RatchetTree, at: number, { unmerged }: ParentNode): void {
  unmerged.forEach((leaf, index) => {
    demand(index === 0 || (unmerged[index - 1] ?? leaf) < leaf, 'order of unmerged leaves')
    demand(tree.leaf(leaf) !== null && isBelow(2 * leaf, at), 'unmerged leaf')
    for (const between of tree.directPath(leaf)) {
      if (between === at) break
      const node = tree.node(between)
      demand(node?.kind !== 'parent' || node.unmerged.includes(leaf), 'unmerged leaf of a lower node')
    }
  })
}

/** Whether a parent node was made by a member below it (RFC 9420, 7.9.2). */
function isBound(tree: RatchetTree, at: number, parent: ParentNode): boolean {
  const [left, right] = [leftOf(at), rightOf(at)]
  const unmerged = new Set(parent.unmerged.map((leaf) => 2 * leaf))
  return [
    { child: left, sibling: right },
    { child: right, sibling: left },
  ].some(({ child, sibling }) => {
    const resolution = tree.resolution(child)
    const expected = resolution.length === 0 ? undefined : parentHashOf(tree, parent, sibling)
    return resolution.some((below) => {
      const node = tree.node(below)
      if (!node || !expected || !same(node.parentHash, expected)) return false
      const others = resolution.filter((other) => other !== below)
      const added = [...unmerged].filter((leaf) => isBelow(leaf, child))
      return others.length === added.length && others.every((other) => unmerged.has(other))
    })
  })
}

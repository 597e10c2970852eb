import { type Bytes, concat, demand, type Reader, u8, u32, vector } from './codec.ts'
import { sha256 } from './hash.ts'
import { type LeafNode, readLeafNode, readPoint } from './leaf-node.ts'

/** Most members of a group. Bounds the work for a message of a hostile member. */
export const LEAVES_MAX = 1024
const NODES_MAX = 2 * LEAVES_MAX - 1
const LEAF = 1
const PARENT = 2

/** Node above leaves (RFC 9420, 7.1). */
export interface ParentNode {
  readonly kind: 'parent'
  readonly encryptionKey: Bytes
  readonly parentHash: Bytes
  /** Leaves that were added below since the key was made, ascending. */
  readonly unmerged: readonly number[]
}

type TreeNode = LeafNode | ParentNode | null

/** Number of levels above the leaves. Leaves are the even nodes. */
function levelOf(node: number): number {
  let level = 0
  while ((node >> level) & 1) level += 1
  return level
}

/** Left child of a parent node. */
export function leftOf(node: number): number {
  return node ^ (1 << (levelOf(node) - 1))
}

/** Right child of a parent node. */
export function rightOf(node: number): number {
  return node ^ (3 << (levelOf(node) - 1))
}

/** Whether a node is in the subtree of another. */
export function isBelow(node: number, top: number): boolean {
  const half = (1 << levelOf(top)) - 1
  return node >= top - half && node <= top + half
}

/** Ratchet tree of a group (RFC 9420, 7): the leaves are the even nodes, the root is in the middle. */
export class RatchetTree {
  readonly #nodes: TreeNode[]

  private constructor(nodes: TreeNode[]) {
    this.#nodes = nodes
  }

  /** Returns the tree of one member. */
  static of(leaf: LeafNode): RatchetTree {
    return new RatchetTree([leaf])
  }

  /** Reads the tree of a Welcome. @throws {Malformed} */
  static read(reader: Reader): RatchetTree {
    const nodes = reader.list(readNode, NODES_MAX)
    demand(nodes.length > 0 && nodes.at(-1) !== null, 'tree ends with a blank node')
    nodes.forEach((node, at) => {
      demand(node === null || (node.kind === 'leaf') === (at % 2 === 0), 'place of a node')
    })
    let width = 1
    while (width < nodes.length) width = 2 * width + 1
    while (nodes.length < width) nodes.push(null)
    return new RatchetTree(nodes)
  }

  clone(): RatchetTree {
    return new RatchetTree([...this.#nodes])
  }

  get root(): number {
    return (this.#nodes.length - 1) / 2
  }

  node(at: number): TreeNode {
    return this.#nodes[at] ?? null
  }

  leaf(index: number): LeafNode | null {
    const node = this.node(2 * index)
    return node?.kind === 'leaf' ? node : null
  }

  /** Members with their places. */
  *leaves(): Generator<[index: number, leaf: LeafNode]> {
    for (const [at, node] of this.#nodes.entries()) if (node?.kind === 'leaf') yield [at / 2, node]
  }

  /** Parent nodes that are not blank, from the left. */
  *parents(): Generator<[at: number, node: ParentNode]> {
    for (const [at, node] of this.#nodes.entries()) if (node?.kind === 'parent') yield [at, node]
  }

  /** Adds a member at the leftmost blank leaf, and returns the index of that leaf (RFC 9420, 7.7). */
  add(leaf: LeafNode): number {
    let at = this.#nodes.findIndex((node, index) => node === null && index % 2 === 0)
    if (at < 0) {
      at = this.#nodes.length + 1
      demand(at < NODES_MAX, 'group is full')
      for (let missing = this.#nodes.length + 1; missing > 0; missing--) this.#nodes.push(null)
    }
    for (const above of this.directPath(at / 2)) {
      const node = this.node(above)
      if (node?.kind !== 'parent') continue
      const unmerged = [...node.unmerged, at / 2].sort((one, other) => one - other)
      this.#nodes[above] = { ...node, unmerged }
    }
    this.#nodes[at] = leaf
    return at / 2
  }

  /** Removes a member, and the right half of the tree while no one is in it (RFC 9420, 7.8). */
  remove(index: number): void {
    this.#nodes[2 * index] = null
    this.blankPath(index)
    while (this.#nodes.length > 1 && this.#nodes.slice(this.root + 1).every((node) => node === null)) {
      this.#nodes.length = this.root
    }
  }

  blankPath(index: number): void {
    for (const at of this.directPath(index)) this.#nodes[at] = null
  }

  set(at: number, node: LeafNode | ParentNode): void {
    this.#nodes[at] = node
  }

  /** Nodes from the parent of a leaf to the root. */
  directPath(index: number): number[] {
    const path: number[] = []
    let at = this.root
    while (at !== 2 * index) {
      path.unshift(at)
      at = isBelow(2 * index, leftOf(at)) ? leftOf(at) : rightOf(at)
    }
    return path
  }

  /** Nodes of the direct path of a leaf, each with its other child, without those whose other child has no member. */
  filteredPath(index: number): { at: number; other: number }[] {
    return this.directPath(index)
      .map((at) => ({ at, other: isBelow(2 * index, leftOf(at)) ? rightOf(at) : leftOf(at) }))
      .filter(({ other }) => this.resolution(other).length > 0)
  }

  /** Fewest nodes whose keys all members below a node can read (RFC 9420, 4.1.1). */
  resolution(at: number): number[] {
    const node = this.node(at)
    if (node?.kind === 'leaf') return [at]
    if (node) return [at, ...node.unmerged.map((leaf) => 2 * leaf)]
    return at % 2 === 0 ? [] : [...this.resolution(leftOf(at)), ...this.resolution(rightOf(at))]
  }

  /** Returns the hash of a subtree (RFC 9420, 7.8), as it was before some leaves were added. */
  hash(at = this.root, without: ReadonlySet<number> = NONE): Bytes {
    const node = this.node(at)
    if (at % 2 === 0) {
      const isThere = node?.kind === 'leaf' && !without.has(at / 2)
      return sha256(u8(LEAF), u32(at / 2), isThere ? concat(u8(1), node.encoded) : u8(0))
    }
    const [left, right] = [this.hash(leftOf(at), without), this.hash(rightOf(at), without)]
    const parent =
      node?.kind === 'parent'
        ? concat(u8(1), encodeParent({ ...node, unmerged: node.unmerged.filter((leaf) => !without.has(leaf)) }))
        : u8(0)
    return sha256(u8(PARENT), parent, vector(left), vector(right))
  }

  /** Encodes the tree for a Welcome. */
  encode(): Bytes {
    const last = this.#nodes.findLastIndex((node) => node !== null)
    return vector(...this.#nodes.slice(0, last + 1).map(encodeNode))
  }
}

const NONE: ReadonlySet<number> = new Set()

function readNode(reader: Reader): TreeNode {
  if (!reader.present()) return null
  const kind = reader.u8()
  demand(kind === LEAF || kind === PARENT, 'kind of a node')
  if (kind === LEAF) return readLeafNode(reader)
  const encryptionKey = readPoint(reader)
  const parentHash = reader.vector()
  return { kind: 'parent', encryptionKey, parentHash, unmerged: reader.list((item) => item.u32(), LEAVES_MAX) }
}

function encodeParent({ encryptionKey, parentHash, unmerged }: ParentNode): Bytes {
  return concat(vector(encryptionKey), vector(parentHash), vector(...unmerged.map(u32)))
}

function encodeNode(node: TreeNode): Bytes {
  if (!node) return u8(0)
  return node.kind === 'leaf' ? concat(u8(1), u8(LEAF), node.encoded) : concat(u8(1), u8(PARENT), encodeParent(node))
}

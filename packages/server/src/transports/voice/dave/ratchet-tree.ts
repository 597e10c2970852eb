import type { LeafNode } from './leaf-node.ts'
import type { Leaf } from './members.ts'

/** Leaves of the ratchet tree by index. Members number them by the same rules. */
export class RatchetTree {
  readonly #leaves: (Leaf | undefined)[] = []

  /** Whether there is no group. */
  get empty(): boolean {
    return this.#leaves.length === 0
  }

  at(index: number): Leaf | undefined {
    return this.#leaves[index]
  }

  indexOf(leaf: Leaf): number {
    return this.#leaves.indexOf(leaf)
  }

  leaves(): Leaf[] {
    return this.#leaves.filter((leaf) => leaf !== undefined)
  }

  /** Adds a leaf in the leftmost blank place, otherwise at the end. */
  add(leaf: Leaf): void {
    const blank = this.#leaves.indexOf(undefined)
    if (blank === -1) this.#leaves.push(leaf)
    else this.#leaves[blank] = leaf
  }

  /** Blanks the place of a leaf. Blank places at the end are dropped. */
  remove(leaf: Leaf): void {
    const index = this.#leaves.indexOf(leaf)
    if (index !== -1) this.#leaves[index] = undefined
    while (this.#leaves.length > 0 && this.#leaves.at(-1) === undefined) this.#leaves.pop()
  }

  clear(): void {
    this.#leaves.length = 0
  }

  /** Whether a leaf with one of these keys exists. Members refuse an Add whose keys are in the tree. */
  hasKeyOf(node: LeafNode): boolean {
    return this.leaves().some((leaf) => sharesKey(leaf.node, node))
  }
}

/** Whether two leaves have the same signature key or the same encryption key. */
export function sharesKey(one: LeafNode, other: LeafNode): boolean {
  return one.signatureKey.equals(other.signatureKey) || one.encryptionKey.equals(other.encryptionKey)
}

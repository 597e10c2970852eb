/** Where a form went wrong: the `errors` tree of a 50035 answer. [ERR-8] */

/** Field codes as the protocol spells them; the list is open, since rules add codes of their own. */
export type FieldCode = string

export type ErrorTree = { [key: string]: ErrorTree | { code: string; message: string }[] }

/** A path into a form: object keys and array indexes, outermost first. */
export type FieldPath = readonly (string | number)[]

/** Collects faults of one form. Array indexes become keys `"0"`, `"1"`, as the public API writes them. */
export class Faults {
  // Without a prototype: keys of a form may be `constructor` or `__proto__`.
  #tree: ErrorTree = Object.create(null) as ErrorTree
  #count = 0

  get any(): boolean {
    return this.#count > 0
  }

  /** Adds one fault; several at one path are listed in the order found. */
  add(path: FieldPath, code: FieldCode, message: string): void {
    // A hostile form may hold thousands of faults; the answer must stay small.
    if (this.#count >= FAULTS_MAX) return
    let node = this.#tree
    for (const key of path) {
      const next = node[String(key)]
      if (next && !Array.isArray(next)) node = next
      else {
        const child: ErrorTree = Object.create(null) as ErrorTree
        node[String(key)] = child
        node = child
      }
    }
    const list = node._errors
    if (Array.isArray(list)) list.push({ code, message })
    else node._errors = [{ code, message }]
    this.#count += 1
  }

  /** Takes over what another collector found, below a path of its own. */
  merge(other: Faults, below: FieldPath = []): void {
    const visit = (node: ErrorTree, path: FieldPath): void => {
      for (const [key, entry] of Object.entries(node)) {
        if (!Array.isArray(entry)) visit(entry, [...path, key])
        else for (const { code, message } of entry) this.add(path, code, message)
      }
    }
    visit(other.#tree, below)
  }

  /** The tree as it stands under `errors` in the answer: of a field either its own faults or those of its parts. */
  toJSON(): ErrorTree {
    return ownOrParts(this.#tree)
  }
}

function ownOrParts(node: ErrorTree): ErrorTree {
  const tree: ErrorTree = Object.create(null) as ErrorTree
  if (Array.isArray(node._errors)) {
    tree._errors = node._errors
    return tree
  }
  for (const [key, entry] of Object.entries(node)) tree[key] = Array.isArray(entry) ? entry : ownOrParts(entry)
  return tree
}

const FAULTS_MAX = 100

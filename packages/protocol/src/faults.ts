/** Code of a field fault, as the protocol spells it. The list is open, since rules add codes. */
export type FieldCode = string

/** The `errors` tree of a response with code 50035. [ERR-8] */
export type ErrorTree = { [key: string]: ErrorTree | { code: string; message: string }[] }

/** Path into a form: object keys and array indexes, outermost first. */
export type FieldPath = readonly (string | number)[]

/** Faults of one form, which collectors at several paths share. */
interface Collection {
  readonly tree: ErrorTree
  count: number
}

/**
 * Collects faults of one form, at a path of it: at first the form itself. Array indexes become keys `"0"`, `"1"`, as
 * the public API writes them.
 */
export class Faults {
  // The tree has no prototype, since keys of a form may be `constructor` or `__proto__`.
  #collection: Collection = { tree: Object.create(null) as ErrorTree, count: 0 }
  #path: FieldPath = []

  /** Whether a fault was added, at any path of the form. */
  get any(): boolean {
    return this.#collection.count > 0
  }

  /** Number of keys from the form to the path of this collector. */
  get depth(): number {
    return this.#path.length
  }

  /** Returns the collector of the same form at a path below this one. */
  at(...keys: FieldPath): Faults {
    const below = new Faults()
    below.#collection = this.#collection
    below.#path = [...this.#path, ...keys]
    return below
  }

  /** Adds one fault at a path below this collector; an empty one is its own. Faults at one path keep their order. */
  add(path: FieldPath, code: FieldCode, message: string): void {
    const collection = this.#collection
    // A hostile form may hold thousands of faults, and the response must stay small.
    if (collection.count >= FAULTS_MAX) return
    let node = collection.tree
    for (const key of [...this.#path, ...path]) {
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
    collection.count += 1
  }

  /** Adds the faults of another collector below a path. */
  merge(other: Faults, below: FieldPath = []): void {
    const visit = (node: ErrorTree, path: FieldPath): void => {
      for (const [key, entry] of Object.entries(node)) {
        if (!Array.isArray(entry)) visit(entry, [...path, key])
        else for (const { code, message } of entry) this.add(path, code, message)
      }
    }
    visit(other.#collection.tree, below)
  }

  /** Returns the `errors` tree of the response. A field has either its own faults or those of its parts. */
  toJSON(): ErrorTree {
    return ownOrParts(this.#collection.tree)
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

/** Limit of reported faults. */
const FAULTS_MAX = 100

/** Returns a collector with one fault. */
export function faultAt(path: FieldPath, code: FieldCode, message: string): Faults {
  const faults = new Faults()
  faults.add(path, code, message)
  return faults
}

import ts from 'typescript'
import { importedNames, isProduct, reExports, type Source } from './checkout.ts'
import type { Violation } from './rules.ts'

const STORE = /\/resources\/[^/]+\/[^/]+\/(?:.*[/-])?store\.ts$/
/** One file per aggregate: `actions/save.ts`, or `actions/save-<aggregate>.ts` in a resource of several. */
const SAVE = /\/resources\/[^/]+\/[^/]+\/(?:[^/]+\/)?actions\/save(?:-[^/]+)?\.ts$/
const WRITE = /\b(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\b|\b(INSERT INTO|UPDATE|DELETE FROM)\s/
/** The first start and copies of worlds write rows before anyone can receive an event. */
const BEFORE_THE_START = /^packages\/server\/src\/(world|platform)\//

interface Declared {
  readonly path: string
  readonly name: string
}

const key = ({ path, name }: Declared) => `${path}#${name}`

/**
 * Returns the uses of writing store functions outside saves. A store function writes if its SQL does, or if it uses one
 * that does; its name does not matter. A lock (`lock…`) changes no row: it updates a row to what it is.
 */
export function writesOutsideSaves(sources: readonly Source[]): Violation[] {
  const product = sources.filter(({ path }) => isProduct(path) && path.startsWith('packages/server/src/'))
  const declaring = declarations(product)
  const writing = writingFunctions(product, declaring)
  return product
    .filter(({ path }) => !STORE.test(path) && !SAVE.test(path) && !BEFORE_THE_START.test(path))
    .flatMap((source) =>
      usesIn(source, source.file)
        .map(({ line, ...used }) => ({ line, declared: declaring(used) }))
        .filter(({ declared }) => writing.has(key(declared)))
        .map(({ line, declared: { name } }) => ({
          rule: 'one-save',
          path: source.path,
          line,
          detail: `${name} writes rows outside actions/save.ts`,
        })),
    )
}

/** Returns a function that follows a name through the index files that export it. */
function declarations(sources: readonly Source[]): (used: Declared) => Declared {
  const exported = new Map<string, Declared>()
  for (const source of sources) {
    for (const { name, original, from } of reExports(source)) {
      if (from !== source.path) exported.set(key({ path: source.path, name }), { path: from, name: original })
    }
  }
  const follow = (used: Declared): Declared => {
    const next = exported.get(key(used))
    return next ? follow(next) : used
  }
  return follow
}

function writingFunctions(sources: readonly Source[], declaring: (used: Declared) => Declared): Set<string> {
  const writing = new Set<string>()
  const uses = new Map<string, string[]>()
  for (const source of sources.filter(({ path }) => STORE.test(path))) {
    for (const [name, node] of topLevel(source)) {
      if (/^lock[A-Z]/.test(name)) continue
      const own = key({ path: source.path, name })
      if (WRITE.test(node.getText(source.file))) writing.add(own)
      uses.set(
        own,
        usesIn(source, node).map((used) => key(declaring(used))),
      )
    }
  }
  for (let before = -1; before !== writing.size; ) {
    before = writing.size
    for (const [own, used] of uses) if (used.some((name) => writing.has(name))) writing.add(own)
  }
  return writing
}

function topLevel({ file }: Source): [string, ts.Node][] {
  return file.statements.flatMap((statement): [string, ts.Node][] => {
    if (ts.isFunctionDeclaration(statement)) return statement.name ? [[statement.name.text, statement]] : []
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.flatMap((declared): [string, ts.Node][] =>
      ts.isIdentifier(declared.name) ? [[declared.name.text, declared]] : [],
    )
  })
}

/** Returns which functions a node uses: imported by name, by `store.name`, or of its own file. */
function usesIn(source: Source, root: ts.Node): (Declared & { line: number })[] {
  const { named, spaces, own } = namesOf(source)
  const found: (Declared & { line: number })[] = []
  const add = (node: ts.Node, declared: Declared | undefined) => {
    const line = source.file.getLineAndCharacterOfPosition(node.getStart(source.file)).line + 1
    if (declared) found.push({ ...declared, line })
  }
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeQueryNode(node)) return
    if (ts.isPropertyAccessExpression(node)) {
      const path = ts.isIdentifier(node.expression) ? spaces.get(node.expression.text) : undefined
      if (path) add(node, { path, name: node.name.text })
      else visit(node.expression)
      return
    }
    if (ts.isIdentifier(node)) add(node, named.get(node.text) ?? own.get(node.text))
    // The name of a property is no use of a function of that name.
    if (ts.isPropertyAssignment(node)) return visit(node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}

interface Names {
  readonly named: ReadonlyMap<string, Declared>
  readonly spaces: ReadonlyMap<string, string>
  readonly own: ReadonlyMap<string, Declared>
}

const namesByFile = new WeakMap<Source, Names>()

function namesOf(source: Source): Names {
  const known = namesByFile.get(source)
  if (known) return known
  const named = new Map<string, Declared>()
  const spaces = new Map<string, string>()
  for (const { local, name, from } of importedNames(source)) {
    if (name === '*') spaces.set(local, from)
    else named.set(local, { path: from, name })
  }
  const own = new Map(topLevel(source).map(([name]) => [name, { path: source.path, name }]))
  const names = { named, spaces, own }
  namesByFile.set(source, names)
  return names
}

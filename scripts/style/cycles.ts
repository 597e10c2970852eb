import { importedNames, isProduct, reExports, relativeImports, type Source } from './checkout.ts'

/** Data files of a resource; the folders of these files must not import each other in a circle. */
export const DATA_FILE = /[/-](model|store|present|events|consequences|jobs)\.ts$/

/** Returns the sets of resource folders that import each other in a circle, over the files that `counts` accepts. */
export function folderCycles(sources: readonly Source[], counts: (path: string) => boolean): string[][] {
  const edges = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = resourceOf(source.path)
    if (!from || !isProduct(source.path) || !counts(source.path)) continue
    const targets = edges.get(from) ?? new Set()
    edges.set(from, targets)
    for (const path of relativeImports(source)) {
      const to = resourceOf(path)
      if (to && to !== from) targets.add(to)
    }
  }
  return connected(edges).filter(({ length }) => length > 1)
}

/** Returns the sets of features of the web app that import each other in a circle, by any import. */
export function featureKnots(sources: readonly Source[]): string[][] {
  const featureOf = (path: string) => /\/features\/([^/]+)\//.exec(path)?.[1]
  const edges = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = featureOf(source.path)
    if (!from) continue
    const targets = edges.get(from) ?? new Set()
    edges.set(from, targets)
    for (const path of relativeImports(source)) {
      const to = featureOf(path)
      if (to && to !== from) targets.add(to)
    }
  }
  return connected(edges).filter(({ length }) => length > 1)
}

/** Layer of a resource's file: what imports of other resources may point to is decided by layer. */
function layerOf(path: string): string {
  if (path.includes('/operations/')) return 'operations'
  if (path.includes('/actions/')) return 'actions'
  if (DATA_FILE.test(path)) return 'data'
  if (/[/-](rules|requests)\.ts$/.test(path)) return 'rules'
  return 'other'
}

/**
 * Returns the sets of layers, as `folder/layer`, that import each other in a circle. A name that is imported through
 * `index.ts` counts for the file that declares it. Imports of types count too.
 */
export function layerKnots(sources: readonly Source[]): string[][] {
  const exportsOf = new Map(sources.map((source) => [source.path, reExports(source)]))
  const declaring = (path: string, name: string): string => {
    const found = exportsOf.get(path)?.find((exported) => exported.name === name && exported.from !== path)
    return found ? declaring(found.from, found.original) : path
  }
  const edges = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = nodeOf(source.path)
    if (!from || !isProduct(source.path)) continue
    const targets = edges.get(from) ?? new Set()
    edges.set(from, targets)
    for (const imported of importedNames(source)) {
      const to = nodeOf(declaring(imported.from, imported.name))
      if (to && to !== from) targets.add(to)
    }
  }
  // Within one folder, the rules of .dependency-cruiser.js hold the order of layers.
  return connected(edges).filter((knot) => new Set(knot.map(resourceOfNode)).size > 1)
}

function nodeOf(path: string): string | undefined {
  const resource = resourceOf(path)
  return resource && `${resource}/${layerOf(path)}`
}

const resourceOfNode = (node: string) => node.slice(0, node.indexOf('/'))

function resourceOf(path: string): string | undefined {
  return /\/resources\/[^/]+\/([^/]+)\//.exec(path)?.[1]
}

/** Returns the strongly connected components of a graph (Tarjan's algorithm). */
function connected(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const components: string[][] = []
  const visit = (node: string): number => {
    const number = index.size
    index.set(node, number)
    let low = number
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? index.get(next) ?? low)
    }
    lowest.set(node, low)
    if (low === number) components.push(stack.splice(stack.indexOf(node)).sort())
    return low
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return components
}

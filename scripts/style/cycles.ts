import { isProduct, relativeImports, type Source } from './checkout.ts'

/** Data files of a resource; the folders of these files must not import each other in a circle. */
export const DATA_FILE = /[/-](model|store|present|events|consequences)\.ts$/

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

function resourceOf(path: string): string | undefined {
  return /\/resources\/([^/]+)\//.exec(path)?.[1]
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

import type { MarkdownNode } from './nodes.ts'
import { parseMarkdown } from './parse.ts'

/** Texts whose nodes are kept. */
const KEPT_MAX = 200
/** Time after which parsing ahead lets other tasks run. */
const SLICE_MS = 10

const kept = new Map<string, MarkdownNode[]>()

/** Returns the nodes of a text, from those that were parsed last if it is among them. */
export function parsedMarkdown(text: string): MarkdownNode[] {
  const known = kept.get(text)
  if (known) return known
  const nodes = parseMarkdown(text)
  kept.set(text, nodes)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  return nodes
}

/** Parses texts in short tasks, so that rendering them later is one as well: the first texts of a page are slow. */
export async function parseAhead(texts: readonly string[]): Promise<void> {
  let sliceEndsAt = performance.now() + SLICE_MS
  for (const text of texts) {
    parsedMarkdown(text)
    if (performance.now() < sliceEndsAt) continue
    await new Promise((resolve) => setTimeout(resolve))
    sliceEndsAt = performance.now() + SLICE_MS
  }
}

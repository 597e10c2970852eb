import type { MarkdownNode } from './nodes.ts'

/** Returns the addresses of links in spoilers: their previews are hidden too. */
export function spoilerLinks(nodes: readonly MarkdownNode[]): ReadonlySet<string> {
  const found = new Set<string>()
  collect(nodes, false, found)
  return found
}

function collect(nodes: readonly MarkdownNode[], isHidden: boolean, found: Set<string>): void {
  for (const node of nodes) {
    if (node.kind === 'link' && isHidden) found.add(URL.parse(node.href)?.href ?? node.href)
    if (node.kind === 'list') for (const item of node.items) collect(item, isHidden, found)
    if ('children' in node) collect(node.children, isHidden || node.kind === 'spoiler', found)
  }
}

import { t } from '../../lib/language/text.ts'
import type { MarkdownNode } from './nodes.ts'
import { formatTimestamp } from './timestamp.ts'

type Names = Readonly<Record<'user' | 'role' | 'channel', (id: string) => string | undefined>>

/** Returns nodes as text in one line, as previews show it. Spoilers stay hidden. */
export function plainText(nodes: readonly MarkdownNode[], names: Names): string {
  return nodes
    .map((node) => textOf(node, names))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function textOf(node: MarkdownNode, names: Names): string {
  const within = (children: readonly MarkdownNode[]) => children.map((child) => textOf(child, names)).join('')
  switch (node.kind) {
    case 'text':
    case 'code':
    case 'everyone':
      return node.text
    case 'break':
      return ' '
    case 'spoiler':
      return t('Spoiler')
    case 'paragraph':
    case 'heading':
    case 'quote':
    case 'subtext':
      return `${within(node.children)} `
    case 'code-block':
      return `${node.text} `
    case 'list':
      return node.items.map((item) => `${within(item)} `).join('')
    case 'mention':
      return mentionOf(node, names)
    case 'command':
      return `/${node.name}`
    case 'emoji':
      return `:${node.name}:`
    case 'timestamp':
      return timeOf(node)
    default:
      return within(node.children)
  }
}

function mentionOf({ of, id }: Extract<MarkdownNode, { kind: 'mention' }>, names: Names): string {
  const sign = of === 'channel' ? '#' : '@'
  return `${sign}${names[of](id) ?? t('unknown')}`
}

function timeOf({ timeMs, style }: Extract<MarkdownNode, { kind: 'timestamp' }>): string {
  const date = new Date(timeMs)
  return Number.isNaN(date.getTime()) ? `${timeMs}` : formatTimestamp(date, style)
}

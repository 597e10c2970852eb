import type { Token, Tokens } from 'marked'
import { dialect } from './dialect.ts'
import type { MarkdownNode } from './nodes.ts'

/** Text longer than any message or embed is shown as it is. */
const PARSED_MAX = 8_000
/** Forms deeper than this are shown as text. */
const DEPTH_MAX = 12

/** Parses the Markdown of a message. Text that cannot be parsed in reasonable depth stays as it is. */
export function parseMarkdown(text: string): MarkdownNode[] {
  if (text.length > PARSED_MAX) return [{ kind: 'text', text }]
  try {
    return nodesOf(dialect.lexer(text), 0)
  } catch {
    // Thousands of nested forms exhaust the stack of the parser.
    return [{ kind: 'text', text }]
  }
}

function nodesOf(tokens: readonly Token[] | undefined, depth: number): MarkdownNode[] {
  return (tokens ?? []).flatMap((token) => {
    if (depth > DEPTH_MAX) return [{ kind: 'text', text: token.raw } as const]
    return NODES.get(token.type)?.(token as never, depth + 1) ?? [{ kind: 'text', text: token.raw } as const]
  })
}

type ToNodes<T> = (token: T, depth: number) => MarkdownNode[]

const wrapped =
  (kind: 'strong' | 'emphasis' | 'underline' | 'strike' | 'spoiler' | 'quote' | 'subtext' | 'paragraph') =>
  (token: Tokens.Generic, depth: number): MarkdownNode[] => [{ kind, children: nodesOf(token.tokens, depth) }]

/** Returns one break fewer than there are line ends: the block before ends its line itself. */
function blankLines({ raw }: Tokens.Space): MarkdownNode[] {
  const lines = Math.min((raw.match(/\n/g)?.length ?? 0) - 1, 20)
  return Array.from({ length: Math.max(lines, 0) }, () => ({ kind: 'break' as const }))
}

/** A link whose words are another address than its own is shown as it was written, with its own address as the link. */
function linkOf({ href, raw, tokens }: Tokens.Link, depth: number): MarkdownNode[] {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return [{ kind: 'text', text: raw }]
  const children = nodesOf(tokens, depth)
  if (!raw.startsWith('[') || !pretends(children, href)) return [{ kind: 'link', href, children }]
  const address = { kind: 'link', href, children: [{ kind: 'text', text: href }] } as const
  return [{ kind: 'text', text: '[' }, ...children, { kind: 'text', text: '](' }, address, { kind: 'text', text: ')' }]
}

/** Returns whether the words of a link look like an address that is not its own. */
function pretends(words: readonly MarkdownNode[], href: string): boolean {
  // Characters that cannot be seen, and other forms of letters and signs, do not hide an address.
  const text = shownText(words)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  if (!/https?:\/\/|www\./i.test(text)) return false
  return !URL.canParse(text) || new URL(text).href !== new URL(href).href
}

function shownText(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => ('text' in node ? node.text : 'children' in node ? shownText(node.children) : '')).join('')
}

function listOf({ ordered, start, items }: Tokens.List, depth: number): MarkdownNode[] {
  const first = typeof start === 'number' ? start : 1
  return [{ kind: 'list', start: ordered ? first : null, items: items.map((item) => nodesOf(item.tokens, depth)) }]
}

/** The text of a token that contains no forms has had its characters escaped for HTML nowhere: it is plain. */
function textOf(token: Tokens.Text | Tokens.Escape, depth: number): MarkdownNode[] {
  if ('tokens' in token && token.tokens) return nodesOf(token.tokens, depth)
  return [{ kind: 'text', text: token.text }]
}

const NODES: ReadonlyMap<string, ToNodes<never>> = new Map<string, ToNodes<never>>(
  Object.entries({
    space: blankLines,
    text: textOf,
    escape: textOf,
    br: () => [{ kind: 'break' }],
    paragraph: wrapped('paragraph'),
    strong: wrapped('strong'),
    em: wrapped('emphasis'),
    del: wrapped('strike'),
    underline: wrapped('underline'),
    spoiler: wrapped('spoiler'),
    quote: wrapped('quote'),
    'quote-lines': wrapped('quote'),
    subtext: wrapped('subtext'),
    heading: ({ depth: level, tokens }: Tokens.Heading, depth: number) => [
      { kind: 'heading', depth: level, children: nodesOf(tokens, depth) },
    ],
    codespan: ({ text }: Tokens.Codespan) => [{ kind: 'code', text }],
    code: ({ text, lang }: Tokens.Code) => [{ kind: 'code-block', text, language: lang || null }],
    list: listOf,
    link: linkOf,
    mention: ({ of, id }) => [{ kind: 'mention', of, id }],
    command: ({ command, id }) => [{ kind: 'command', name: command, id }],
    emoji: ({ emoji, id, animated }) => [{ kind: 'emoji', name: emoji, id, animated }],
    timestamp: ({ timeMs, style }) => [{ kind: 'timestamp', timeMs, style }],
    everyone: ({ raw }) => [{ kind: 'everyone', text: raw }],
  } satisfies Record<string, ToNodes<never>> as Record<string, ToNodes<never>>),
)

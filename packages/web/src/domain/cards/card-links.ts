import type { MarkdownNode } from '../markdown/nodes.ts'

/** A link that a message shows as a card: an invite, or an activity. */
export type CardLink =
  | { readonly kind: 'invite'; readonly code: string }
  /** `search` holds what the link gives to the activity. */
  | { readonly kind: 'activity'; readonly applicationId: string; readonly search: string }

/** Cards of one message at most. */
const CARDS_MAX = 3
/** Hosts of the public platform, whose links bots write into their messages. */
const PUBLIC_HOSTS = ['discord.com', 'discord.gg', 'discordapp.com']
const INVITE_PATH = /^\/invite\/([\w-]{2,64})\/?$/
const SHORT_INVITE_PATH = /^\/([\w-]{2,64})\/?$/
const ACTIVITY_PATH = /^\/activities\/(\d{1,20})\/?$/

/** Returns the links of a message that have cards, each once. Links in spoilers and code have none. */
export function cardLinks(nodes: readonly MarkdownNode[], origin: string): CardLink[] {
  const found = new Map<string, CardLink>()
  for (const href of hrefsOf(nodes)) {
    const link = readLink(href, origin)
    if (link && found.size < CARDS_MAX) found.set(JSON.stringify(link), link)
  }
  return [...found.values()]
}

function* hrefsOf(nodes: readonly MarkdownNode[]): Generator<string> {
  for (const node of nodes) {
    if (node.kind === 'link') yield node.href
    else if (node.kind === 'list') for (const item of node.items) yield* hrefsOf(item)
    else if ('children' in node && node.kind !== 'spoiler') yield* hrefsOf(node.children)
  }
}

function readLink(href: string, origin: string): CardLink | undefined {
  if (!URL.canParse(href)) return undefined
  const { origin: from, hostname, pathname, search } = new URL(href)
  if (from !== origin && !PUBLIC_HOSTS.includes(hostname)) return undefined
  const code = INVITE_PATH.exec(pathname)?.[1] ?? (hostname === 'discord.gg' && SHORT_INVITE_PATH.exec(pathname)?.[1])
  if (code) return { kind: 'invite', code }
  const applicationId = ACTIVITY_PATH.exec(pathname)?.[1]
  return applicationId === undefined ? undefined : { kind: 'activity', applicationId, search }
}

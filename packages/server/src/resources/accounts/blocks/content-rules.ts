import { allow, refuse, type Verdict } from '@guildhall/protocol'
import type { Block, ContentBlocks } from './model.ts'

const WORD = /[\p{L}\p{M}\p{N}_]+/gu
const WORD_LETTER = /[\p{L}\p{M}\p{N}_]/u
/** Joiners, soft hyphens and variation selectors, which nobody sees. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu
/** Characters that end an address in a text or in JSON. */
const BETWEEN_ADDRESSES = /[\s<>()[\]{}"'`|,;*]+/
const SHA256 = /^[0-9a-f]{64}$/

/** Returns a text in the form in which words are compared: in lower case, without invisible characters. */
function comparable(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ')
}

/** Returns the value of a block of messages or files as it is stored; null for a value that the kind cannot have. */
export function contentBlockValue(kind: Block['kind'], given: string): string | null {
  if (kind === 'word') {
    const text = comparable(given).trim()
    return WORD_LETTER.test(text) ? text : null
  }
  if (kind === 'file_sha256') {
    const hash = given.trim().toLowerCase()
    return SHA256.test(hash) ? hash : null
  }
  const [link, more] = linksOf(given)
  return link !== undefined && more === undefined ? link : null
}

/** Returns blocks of messages and files in the form in which they are compared; null without any. */
export function compileBlocks(blocks: readonly Pick<Block, 'kind' | 'value'>[]): ContentBlocks | null {
  const phrases = new Map<string, { text: string; offset: number }[]>()
  const links = new Set<string>()
  const files = new Set<string>()
  for (const { kind, value } of blocks) {
    if (kind === 'link') links.add(value)
    if (kind === 'file_sha256') files.add(value)
    if (kind !== 'word') continue
    const [first] = value.matchAll(WORD)
    if (!first) continue
    const sameStart = phrases.get(first[0]) ?? []
    phrases.set(first[0], [...sameStart, { text: value, offset: first.index }])
  }
  return phrases.size + links.size + files.size === 0 ? null : { phrases, links, files }
}

/** Refusals of a text: of a message, or of the name of a thread. */
export type TextRefusal = 'MESSAGE_BLOCKED_BY_AUTOMOD' | 'TITLE_BLOCKED_BY_AUTOMOD'

/** Whether a text may be sent: it holds no blocked word, and no blocked link. */
export function mayHoldText({ phrases, links }: ContentBlocks, text: string, refusal: TextRefusal): Verdict {
  if (phrases.size > 0 && holdsPhrase(phrases, comparable(text)))
    return refuse(refusal, 'the text has a word that operators have blocked')
  if (links.size > 0 && linksOf(text).some((link) => isBlockedLink(links, link)))
    return refuse(refusal, 'the text has a link that operators have blocked')
  return allow
}

function holdsPhrase(phrases: ContentBlocks['phrases'], text: string): boolean {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    for (const { text: phrase, offset } of phrases.get(word) ?? []) {
      const start = index - offset
      if (start >= 0 && text.startsWith(phrase, start) && isWhole(text, start, start + phrase.length)) return true
    }
  }
  return false
}

/** Whether no word reaches over the ends of a part of a text. */
function isWhole(text: string, start: number, end: number): boolean {
  return !isInWord(text, start) && !isInWord(text, end)
}

function isInWord(text: string, at: number): boolean {
  const [before, after] = [[...text.slice(Math.max(0, at - 2), at)].at(-1), [...text.slice(at, at + 2)][0]]
  return before !== undefined && after !== undefined && WORD_LETTER.test(before) && WORD_LETTER.test(after)
}

/** Returns the addresses in a text, also those without a scheme: host and path in lower case. */
function linksOf(text: string): string[] {
  const plain = text.replace(INVISIBLE, '').normalize('NFKC').replaceAll(/[。｡]/g, '.').toLowerCase()
  const links: string[] = []
  for (const token of plain.split(BETWEEN_ADDRESSES)) {
    if (!token.includes('.')) continue
    for (const part of token.split(/:[/\\]+/)) {
      const [before = ''] = part.split(/[/\\?#]/, 1)
      const host = hostOf(before)
      if (!host.includes('.')) continue
      const [path = ''] = part.slice(before.length).replaceAll('\\', '/').split(/[?#]/, 1)
      links.push(`${host}${path.replace(/[/.!:]+$/, '')}`)
    }
  }
  return links
}

/** Returns the host of the part of an address before its path: without user, port and dots at the ends. */
function hostOf(authority: string): string {
  const bare = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replaceAll(/^[.:!-]+|[.:!-]+$/g, '')
  if (/^[\x21-\x7e]*$/.test(bare) && !bare.includes('%')) return bare
  // Letters beyond ASCII and escaped ones have another form in a block.
  return URL.canParse(`http://${bare}`) ? new URL(`http://${bare}`).hostname : ''
}

/** Whether a link, a domain above its host, or an address above its path is blocked. */
function isBlockedLink(links: ReadonlySet<string>, link: string): boolean {
  const slash = link.indexOf('/')
  const host = slash < 0 ? link : link.slice(0, slash)
  const path = slash < 0 ? '' : link.slice(slash)
  for (let domain = host; domain !== ''; domain = parentOf(domain)) {
    if (links.has(domain)) return true
    for (let end = path.indexOf('/', 1); path !== ''; end = path.indexOf('/', end + 1)) {
      if (links.has(`${domain}${end < 0 ? path : path.slice(0, end)}`)) return true
      if (end < 0) break
    }
  }
  return false
}

function parentOf(domain: string): string {
  const dot = domain.indexOf('.')
  return dot < 0 ? '' : domain.slice(dot + 1)
}

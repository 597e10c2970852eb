import { type EmbedObject, MessageFlag } from '@guildhall/protocol'
import type { StoredMessage } from './model.ts'

/** Links of a message that get a preview. */
export const PREVIEWS_MAX = 5
const URL_MAX = 2_048
/** Code blocks, code, and addresses in angle brackets, in which nothing is a link with a preview. */
const WITHOUT_PREVIEW = /```[\s\S]*?```|(`+)[\s\S]*?\1|<[a-z]+:\/\/[^\s<>]*>/gi
const LINK = /https?:\/\/[^\s<>|"]+/gi
/** Characters that end a sentence and not an address. */
const TRAILING = /[.,:;!?'*_~\]]+$/
/** Types of embeds that the platform makes of links. */
const PREVIEW_TYPES: readonly (string | undefined)[] = ['link', 'article', 'image', 'video']

/** Returns the different links of a text that get a preview, in their order. */
export function previewLinks(content: string): string[] {
  if (!content.includes('://')) return []
  const found = new Set<string>()
  for (const [text] of content.replace(WITHOUT_PREVIEW, ' ').matchAll(LINK)) {
    const url = URL.parse(trimmed(text))
    if (url && url.href.length <= URL_MAX && url.username === '' && url.password === '') found.add(url.href)
    if (found.size === PREVIEWS_MAX) break
  }
  return [...found]
}

/** Returns an address without the characters after it. A bracket belongs to an address that opens it. */
function trimmed(text: string): string {
  let address = text.replace(TRAILING, '')
  while (address.endsWith(')') && !address.includes('(')) address = address.slice(0, -1).replace(TRAILING, '')
  return address
}

/** Whether the platform has made an embed of a link. */
export const isPreview = ({ type }: EmbedObject): boolean => PREVIEW_TYPES.includes(type)

/** Whether a message may have previews: its author has given it no embeds, and nobody has hidden them. */
export function takesPreviews({ flags, embeds }: Pick<StoredMessage, 'flags' | 'embeds'>): boolean {
  return (flags & MessageFlag.SUPPRESS_EMBEDS) === 0 && embeds.every(isPreview)
}

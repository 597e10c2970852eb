import type { EmbedObject } from '@guildhall/protocol'
import type { PageFacts, PageMedia } from '../../media/page-facts.ts'
import type { OembedFacts } from './oembed.ts'

const TITLE_MAX = 256
const DESCRIPTION_MAX = 350
const NAME_MAX = 256
const HEX_COLOUR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i

type EmbedMedia = NonNullable<EmbedObject['thumbnail']>

/** Picture of a page with its measured sides, and address of this platform for it. */
export interface LoadedPicture extends PageMedia {
  readonly proxyUrl: string
}

/**
 * Returns the embed of a page; null for one that says nothing about itself.
 *
 * @param url address as the message has it
 */
export function embedOfPage(
  url: string,
  page: PageFacts,
  { oembed, picture }: { oembed: OembedFacts | null; picture: LoadedPicture | null },
): EmbedObject | null {
  const title = cut(page.title ?? oembed?.title, TITLE_MAX)
  const description = cut(page.description, DESCRIPTION_MAX)
  if (title === undefined && description === undefined && !picture) return null
  const provider = cut(page.siteName ?? oembed?.providerName, NAME_MAX)
  const author = cut(oembed?.authorName ?? page.author, NAME_MAX)
  const isVideo = page.video !== null && (page.type?.startsWith('video') ?? true)
  const color = colourOf(page.colour)
  return {
    type: isVideo ? 'video' : typeOf(page),
    url,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(color !== null && { color }),
    ...(provider !== undefined && {
      provider: { name: provider, ...(oembed?.providerUrl && { url: oembed.providerUrl }) },
    }),
    ...(author !== undefined && { author: { name: author, ...(oembed?.authorUrl && { url: oembed.authorUrl }) } }),
    ...(picture && { thumbnail: { ...mediaOf(picture), proxy_url: picture.proxyUrl } }),
    ...(isVideo && page.video && { video: mediaOf(page.video) }),
  }
}

function typeOf({ type, card }: PageFacts): 'article' | 'link' {
  return type === 'article' || card === 'summary_large_image' ? 'article' : 'link'
}

function mediaOf({ url, width, height, description }: PageMedia): EmbedMedia {
  return {
    url,
    ...(width !== null && height !== null && { width, height }),
    ...(description !== null && { description }),
  }
}

/** Cuts a text between code points, with an ellipsis. */
function cut(text: string | null | undefined, max: number): string | undefined {
  if (!text) return undefined
  const points = [...text]
  return points.length <= max ? text : `${points.slice(0, max - 1).join('')}…`
}

/** Returns a colour of CSS in hexadecimal as a number; null for other forms. */
function colourOf(text: string | null): number | null {
  const digits = HEX_COLOUR.exec(text ?? '')?.[1]
  if (digits === undefined) return null
  const six = digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('')
  return Number.parseInt(six, 16)
}

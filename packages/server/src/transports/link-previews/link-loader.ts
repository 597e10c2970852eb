import type { EmbedObject } from '@guildhall/protocol'
import { LRUCache } from 'lru-cache'
import type { ExternalUrls } from '../../kernel/external-urls.ts'
import type { LinkPreview } from '../../kernel/link-previews.ts'
import { type OutgoingDocument, OutgoingError } from '../../kernel/outgoing.ts'
import { type PageFacts, pageFacts } from '../../media/page-facts.ts'
import { embedOfPage, type LoadedPicture } from './embed-of-page.ts'
import { type ExternalPictures, PICTURE_BYTES_MAX } from './external-pictures.ts'
import { type OembedFacts, oembedFacts } from './oembed.ts'
import { KEPT_MS, type WebLoader } from './web-loader.ts'

const HTML_BYTES_MAX = 256 * 1024
const OEMBED_BYTES_MAX = 64 * 1024
const KEPT_MAX = 1_000
const ACCEPT = 'text/html,application/xhtml+xml,image/*;q=0.9,*/*;q=0.5'

interface LinkLoaderParts {
  readonly web: WebLoader
  readonly pictures: ExternalPictures
  readonly urls: ExternalUrls
}

/** Loads what an address is about: a page by what it says about itself, a picture, or a video. */
export class LinkLoader {
  readonly #parts: LinkLoaderParts
  /** Previews by address. An address without one is remembered too. */
  readonly #kept = new LRUCache<string, Promise<LinkPreview | null>>({ max: KEPT_MAX, ttl: KEPT_MS })

  constructor(parts: LinkLoaderParts) {
    this.#parts = parts
  }

  /** Returns the preview of an address, which is loaded once in an hour; null for one that has none. */
  load(url: string): Promise<LinkPreview | null> {
    const kept = this.#kept.get(url)
    if (kept) return kept
    const loading = this.#load(url)
    this.#kept.set(url, loading)
    return loading
  }

  async #load(url: string): Promise<LinkPreview | null> {
    try {
      const document = await this.#parts.web.load({ url, accept: ACCEPT, limitOf })
      const embed = await this.#embedOf(url, document)
      return embed && { embed, finalUrl: document.url }
    } catch (error) {
      if (error instanceof OutgoingError) return null
      this.#kept.delete(url)
      throw error
    }
  }

  async #embedOf(url: string, { url: finalUrl, contentType, body }: OutgoingDocument): Promise<EmbedObject | null> {
    if (contentType.startsWith('video/')) return { type: 'video', url, video: { url: finalUrl } }
    if (contentType.startsWith('image/')) {
      const picture = await this.#parts.pictures.keep(finalUrl, body)
      if (!picture) return null
      const { width, height } = picture
      const proxy_url = this.#parts.urls.sign(finalUrl)
      return { type: 'image', url, thumbnail: { url: finalUrl, proxy_url, width, height } }
    }
    const page = pageFacts(textOf(body, contentType), finalUrl)
    const oembed = page.oembed === null ? null : await this.#oembed(page.oembed)
    return embedOfPage(url, page, { oembed, picture: await this.#pictureOf(page, oembed) })
  }

  async #pictureOf({ picture }: PageFacts, oembed: OembedFacts | null): Promise<LoadedPicture | null> {
    const url = picture?.url ?? oembed?.thumbnailUrl
    const loaded = url ? await this.#parts.pictures.find(url) : null
    if (!url || !loaded) return null
    const { width, height } = loaded
    return { url, width, height, description: picture?.description ?? null, proxyUrl: this.#parts.urls.sign(url) }
  }

  /** Returns what the oEmbed document says. The page does without it, if there is none. */
  async #oembed(url: string): Promise<OembedFacts | null> {
    try {
      const { body } = await this.#parts.web.load({
        url,
        accept: 'application/json',
        limitOf: (type) => (type.includes('json') ? { bytesMax: OEMBED_BYTES_MAX, isCut: false } : null),
      })
      return oembedFacts(body)
    } catch {
      return null
    }
  }
}

function limitOf(type: string) {
  if (/^(text\/html|application\/xhtml\+xml)\b/.test(type)) return { bytesMax: HTML_BYTES_MAX, isCut: true }
  if (type.startsWith('image/')) return { bytesMax: PICTURE_BYTES_MAX, isCut: false }
  return type.startsWith('video/') ? { bytesMax: 0, isCut: true } : null
}

/** Decodes a page in the charset of its header or its first `meta`; UTF-8 without one, or with an unknown one. */
function textOf(body: Buffer, contentType: string): string {
  const named = /charset=["']?([\w-]+)/i
  const charset = named.exec(contentType)?.[1] ?? named.exec(body.toString('latin1', 0, 1_024))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return body.toString()
  }
}

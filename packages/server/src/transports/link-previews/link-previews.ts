import type { Logger } from 'pino'
import type { ExternalUrls } from '../../kernel/external-urls.ts'
import type { LinkedMessage, LinkPreview, LinkPreviews } from '../../kernel/link-previews.ts'
import type { Outgoing } from '../../kernel/outgoing.ts'
import { ConcurrencyLimit, QueueFullError } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { findPreviewLinks, savePreviews } from '../../resources/messaging/messages/index.ts'
import { type ExternalPicture, ExternalPictures } from './external-pictures.ts'
import { LinkLoader } from './link-loader.ts'
import { WebLoader } from './web-loader.ts'

/** Messages whose links are loaded at a time, and those that wait. Further ones get no previews. */
const MESSAGES_MAX = 16
const WAITING_MAX = 1_000

export interface LinkPreviewParts {
  readonly units: Units
  readonly outgoing: Outgoing
  readonly urls: ExternalUrls
  readonly log: Logger
}

/**
 * Adds previews of links to messages, after their post and outside its request. Those that wait when the process ends
 * are lost: a message without a preview is whole.
 */
export class LinkPreviewer implements LinkPreviews {
  readonly #parts: LinkPreviewParts
  readonly #pictures: ExternalPictures
  readonly #loader: LinkLoader
  readonly #limit = new ConcurrencyLimit({ total: MESSAGES_MAX, waitingMax: WAITING_MAX })
  readonly #running = new Set<Promise<void>>()
  #closed = false

  constructor(parts: LinkPreviewParts) {
    this.#parts = parts
    const web = new WebLoader(parts.outgoing)
    this.#pictures = new ExternalPictures(web)
    this.#loader = new LinkLoader({ web, pictures: this.#pictures, urls: parts.urls })
  }

  want(message: LinkedMessage): void {
    if (this.#closed) return
    const running = this.#limit
      .run(() => this.#preview(message))
      .catch((err: unknown) => {
        if (this.#closed) return
        if (err instanceof QueueFullError) this.#parts.log.warn({ waiting: WAITING_MAX }, 'links get no previews')
        else this.#parts.log.error({ err }, 'previews of links were not added')
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  unfurl(urls: readonly string[]): Promise<(LinkPreview | null)[]> {
    return Promise.all(urls.map((url) => this.#loader.load(url)))
  }

  /** Returns a picture elsewhere, for the CDN; null without one. */
  picture(url: string): Promise<ExternalPicture | null> {
    return this.#pictures.find(url)
  }

  /** Takes no more messages, and waits for those that are being written. Requests were aborted before. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#running)
  }

  async #preview(message: LinkedMessage): Promise<void> {
    if (this.#closed) return
    const { units } = this.#parts
    const links = await units.read(SYSTEM_ACTOR, (work) => findPreviewLinks(work, message))
    const loaded = await Promise.all(links.map(async (url) => [url, await this.#loader.load(url)] as const))
    const previews = new Map<string, LinkPreview>(loaded.flatMap(([url, found]) => (found ? [[url, found]] : [])))
    if (previews.size === 0 || this.#closed) return
    await units.write(SYSTEM_ACTOR, (work) => savePreviews(work, message, previews))
  }
}

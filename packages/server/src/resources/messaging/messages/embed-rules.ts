import {
  AttachmentFlag,
  type AttachmentObject,
  EMBED_TEXT_MAX,
  EmbedMediaFlag,
  type EmbedObject,
  type Faults,
  wireTime,
} from '@guildhall/protocol'
import { attachmentAt, mediaFields } from '../components/index.ts'
import type { EmbedRequest } from './requests.ts'

type EmbedMedia = NonNullable<EmbedObject['image']>

const MEDIA_URL = /^(https?:\/\/|attachment:\/\/)\S+$/i
const LINK_URL = /^https?:\/\/\S+$/i

/**
 * Checks what the schema cannot express: URL schemes, empty embeds, and the length of all texts together. Adds faults
 * and returns the embeds as they are stored.
 */
export function checkEmbeds(embeds: readonly EmbedRequest[], faults: Faults): EmbedObject[] {
  let length = 0
  const stored = embeds.map((embed, index) => {
    length += textLength(embed)
    checkUrls(embed, faults.at(index))
    if (isEmpty(embed)) faults.add([index, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required')
    return storedEmbed(embed)
  })
  if (length > EMBED_TEXT_MAX) {
    faults.add([], 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${EMBED_TEXT_MAX}`)
  }
  return stored
}

/** Returns whether an embed would display nothing. */
function isEmpty({ title, description, fields, image, thumbnail, author, footer }: EmbedRequest): boolean {
  const texts = [title, description, image?.url, thumbnail?.url, author?.name, footer?.text]
  return !fields?.length && texts.every((text) => !text)
}

/** Returns the length of a text in code points. */
function lengthOf(text: string | null | undefined): number {
  return text ? [...text].length : 0
}

function textLength({ title, description, footer, author, fields }: EmbedRequest): number {
  let length = lengthOf(title) + lengthOf(description) + lengthOf(footer?.text) + lengthOf(author?.name)
  for (const field of fields ?? []) length += lengthOf(field.name) + lengthOf(field.value)
  return length
}

function checkUrls(embed: EmbedRequest, faults: Faults): void {
  const check = (value: string | null | undefined, pattern: RegExp, ...keys: string[]) => {
    if (!value || pattern.test(value)) return
    faults.add([...keys], 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')
  }
  check(embed.url, LINK_URL, 'url')
  check(embed.author?.url, LINK_URL, 'author', 'url')
  check(embed.author?.icon_url, MEDIA_URL, 'author', 'icon_url')
  check(embed.footer?.icon_url, MEDIA_URL, 'footer', 'icon_url')
  check(embed.image?.url, MEDIA_URL, 'image', 'url')
  check(embed.thumbnail?.url, MEDIA_URL, 'thumbnail', 'url')
}

/** Returns an embed as it is stored: without null and empty values, and without parts that lack their main field. */
function storedEmbed({ title, description, url, color, timestamp, fields, ...parts }: EmbedRequest): EmbedObject {
  const { image, thumbnail, author, footer } = parts
  return {
    type: 'rich',
    ...(title && { title }),
    ...(description && { description }),
    ...(url && { url }),
    ...(color != null && { color }),
    ...(footer?.text && { footer: { ...withoutNulls(footer), text: footer.text } }),
    ...(image?.url && { image: withoutNulls(image) }),
    ...(thumbnail?.url && { thumbnail: withoutNulls(thumbnail) }),
    ...(author?.name && { author: { ...withoutNulls(author), name: author.name } }),
    ...(timestamp && { timestamp: wireTime(timestamp) }),
    ...(fields && { fields: fields.map(({ name, value, inline }) => ({ name, value, inline: inline ?? false })) }),
  }
}

function withoutNulls<T extends object>(part: T): { [K in keyof T]: Exclude<T[K], null> } {
  const entries = Object.entries(part).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], null> }
}

/**
 * Completes the media of embeds from the files of their message, which `attachment://name` refers to. Media elsewhere
 * is not fetched, so only its address is known.
 */
export function resolveEmbedMedia(embeds: readonly EmbedObject[], files: readonly AttachmentObject[]): EmbedObject[] {
  return embeds.map((embed) => {
    const { image, thumbnail, author, footer } = embed
    return {
      ...embed,
      ...(image && { image: resolvedMedia(image, files) }),
      ...(thumbnail && { thumbnail: resolvedMedia(thumbnail, files) }),
      ...(author && { author: withIcon(author, files) }),
      ...(footer && { footer: withIcon(footer, files) }),
    }
  })
}

function resolvedMedia({ url = '', description }: EmbedMedia, files: readonly AttachmentObject[]): EmbedMedia {
  const media = { url, proxy_url: url, ...(description === undefined ? {} : { description }) }
  const file = attachmentAt(url, files)
  if (!file) return media
  const { width, height, content_type, ...fields } = mediaFields(file)
  const animated = ((file.flags ?? 0) & AttachmentFlag.IS_ANIMATED) !== 0
  return {
    ...media,
    url: file.url,
    proxy_url: file.proxy_url,
    ...(width != null && height != null && { width, height }),
    ...(content_type != null && { content_type }),
    ...fields,
    ...(animated ? { flags: EmbedMediaFlag.IS_ANIMATED } : {}),
  }
}

function withIcon<T extends { icon_url?: string }>(part: T, files: readonly AttachmentObject[]): T {
  if (!part.icon_url) return part
  const file = attachmentAt(part.icon_url, files)
  return { ...part, icon_url: file?.url ?? part.icon_url, proxy_icon_url: file?.proxy_url ?? part.icon_url }
}

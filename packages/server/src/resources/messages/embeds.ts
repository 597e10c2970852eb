import {
  AttachmentFlag,
  type AttachmentObject,
  EMBED_AUTHOR_MAX,
  EMBED_DESCRIPTION_MAX,
  EMBED_FIELD_NAME_MAX,
  EMBED_FIELD_VALUE_MAX,
  EMBED_FIELDS_MAX,
  EMBED_FOOTER_MAX,
  EMBED_TEXT_MAX,
  EMBED_TITLE_MAX,
  EMBEDS_MAX,
  EmbedMediaFlag,
  type Faults,
  type FieldPath,
  wireTime,
} from '@guildhall/protocol'
import {
  Int,
  OneOf,
  OptionalNullable,
  type Static,
  Text,
  Timestamp,
  TrimmedText,
  Type,
} from '../../validation/schema.ts'
import { attachmentAt, mediaFields } from '../components/index.ts'

const Url = Text(0, 2048)
const Media = Type.Object({ url: OptionalNullable(Url), description: OptionalNullable(Text(0, EMBED_DESCRIPTION_MAX)) })

/** An embed as a caller sends it; what only the platform fills (provider, video) is dropped. */
const EmbedRequest = Type.Object({
  title: OptionalNullable(TrimmedText(0, EMBED_TITLE_MAX)),
  description: OptionalNullable(TrimmedText(0, EMBED_DESCRIPTION_MAX)),
  url: OptionalNullable(Url),
  /** discord.js 13 sends 0 for an embed without time. */
  timestamp: OptionalNullable(Type.Union([Timestamp, OneOf(0, '')])),
  color: OptionalNullable(Int(0, 0xffffff)),
  footer: OptionalNullable(
    Type.Object({ text: OptionalNullable(TrimmedText(0, EMBED_FOOTER_MAX)), icon_url: OptionalNullable(Url) }),
  ),
  image: OptionalNullable(Media),
  thumbnail: OptionalNullable(Media),
  author: OptionalNullable(
    Type.Object({
      name: OptionalNullable(TrimmedText(0, EMBED_AUTHOR_MAX)),
      url: OptionalNullable(Url),
      icon_url: OptionalNullable(Url),
    }),
  ),
  fields: OptionalNullable(
    Type.Array(
      Type.Object({
        name: TrimmedText(1, EMBED_FIELD_NAME_MAX),
        value: TrimmedText(1, EMBED_FIELD_VALUE_MAX),
        inline: OptionalNullable(Type.Boolean()),
      }),
      { maxItems: EMBED_FIELDS_MAX },
    ),
  ),
})
export const EmbedRequests = Type.Array(EmbedRequest, { maxItems: EMBEDS_MAX })
type Request = Static<typeof EmbedRequest>
type Wire = Record<string, unknown>

const MEDIA_URL = /^(https?:\/\/|attachment:\/\/)\S+$/i
const LINK_URL = /^https?:\/\/\S+$/i

/** Checks what a schema cannot say: URL schemes, and the length of all texts together. Answers the embeds as they are stored. */
export function checkEmbeds(embeds: readonly Request[], faults: Faults, path: FieldPath): Wire[] {
  let length = 0
  const stored = embeds.map((embed, index) => {
    length += textLength(embed)
    checkUrls(embed, faults, [...path, index])
    if (isEmpty(embed)) faults.add([...path, index, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required')
    return storedEmbed(embed)
  })
  if (length > EMBED_TEXT_MAX) {
    faults.add(path, 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${EMBED_TEXT_MAX}`)
  }
  return stored
}

/** An embed that would show nothing. */
function isEmpty({ title, description, fields, image, thumbnail, author, footer }: Request): boolean {
  const texts = [title, description, image?.url, thumbnail?.url, author?.name, footer?.text]
  return !fields?.length && texts.every((text) => !text)
}

/** In characters as people count them. */
function lengthOf(text: string | null | undefined): number {
  return text ? [...text].length : 0
}

function textLength({ title, description, footer, author, fields }: Request): number {
  let length = lengthOf(title) + lengthOf(description) + lengthOf(footer?.text) + lengthOf(author?.name)
  for (const field of fields ?? []) length += lengthOf(field.name) + lengthOf(field.value)
  return length
}

function checkUrls(embed: Request, faults: Faults, path: FieldPath): void {
  const check = (value: string | null | undefined, pattern: RegExp, ...keys: string[]) => {
    if (!value || pattern.test(value)) return
    faults.add([...path, ...keys], 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')
  }
  check(embed.url, LINK_URL, 'url')
  check(embed.author?.url, LINK_URL, 'author', 'url')
  check(embed.author?.icon_url, MEDIA_URL, 'author', 'icon_url')
  check(embed.footer?.icon_url, MEDIA_URL, 'footer', 'icon_url')
  check(embed.image?.url, MEDIA_URL, 'image', 'url')
  check(embed.thumbnail?.url, MEDIA_URL, 'thumbnail', 'url')
}

/** As it is kept: without what is null or empty, and without parts that lack what they are about. */
function storedEmbed(embed: Request): Wire {
  const stored: Wire = { type: 'rich' }
  for (const [key, value] of Object.entries(embed)) if (value !== null && value !== '') stored[key] = bare(value)
  for (const key of ['image', 'thumbnail'] as const) if (!embed[key]?.url) delete stored[key]
  if (!embed.author?.name) delete stored.author
  if (!embed.footer?.text) delete stored.footer
  delete stored.timestamp
  if (embed.timestamp) stored.timestamp = wireTime(embed.timestamp)
  if (embed.fields) stored.fields = embed.fields.map((field) => ({ ...field, inline: field.inline ?? false }))
  return stored
}

function bare(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null && entry !== undefined))
}

/**
 * Completes what embeds show by the files of their message, which `attachment://name` stands for. What lies elsewhere is
 * not fetched, so of it there is the address alone.
 */
export function unfurlEmbeds(embeds: readonly Wire[], files: readonly AttachmentObject[]): Wire[] {
  return embeds.map((embed) => {
    const whole = { ...embed }
    for (const key of ['image', 'thumbnail'] as const)
      if (embed[key]) whole[key] = shownMedia(embed[key] as Wire, files)
    for (const key of ['author', 'footer'] as const) if (embed[key]) whole[key] = withIcon(embed[key] as Wire, files)
    return whole
  })
}

function shownMedia(media: Wire, files: readonly AttachmentObject[]): Wire {
  const url = String(media.url)
  const { description } = media
  const kept = { url, proxy_url: url, ...(description === undefined ? {} : { description }) }
  const file = attachmentAt(url, files)
  if (!file) return kept
  const { width, height, ...fields } = mediaFields(file)
  const animated = (Number(file.flags ?? 0) & AttachmentFlag.IS_ANIMATED) !== 0
  return {
    ...kept,
    url: file.url,
    proxy_url: file.proxy_url,
    ...(width === null ? {} : { width, height }),
    ...fields,
    ...(animated ? { flags: EmbedMediaFlag.IS_ANIMATED } : {}),
  }
}

function withIcon(part: Wire, files: readonly AttachmentObject[]): Wire {
  if (!part.icon_url) return part
  const url = String(part.icon_url)
  const file = attachmentAt(url, files)
  return { ...part, icon_url: file?.url ?? url, proxy_icon_url: file?.proxy_url ?? url }
}

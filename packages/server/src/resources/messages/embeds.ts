import {
  EMBED_AUTHOR_MAX,
  EMBED_DESCRIPTION_MAX,
  EMBED_FIELD_NAME_MAX,
  EMBED_FIELD_VALUE_MAX,
  EMBED_FIELDS_MAX,
  EMBED_FOOTER_MAX,
  EMBED_TEXT_MAX,
  EMBED_TITLE_MAX,
  EMBEDS_MAX,
  type Faults,
  type FieldPath,
  wireTime,
} from '@guildhall/protocol'
import { Int, Nullable, Optional, type Static, Text, Timestamp, Type } from '../../kernel/schema.ts'

const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Optional(Nullable(schema))
const Url = Text(0, 2048)
const Media = Type.Object({ url: Url })

/** An embed as a caller sends it; what only the platform fills (provider, video) is dropped. */
export const EmbedRequest = Type.Object({
  title: maybe(Text(0, EMBED_TITLE_MAX)),
  description: maybe(Text(0, EMBED_DESCRIPTION_MAX)),
  url: maybe(Url),
  timestamp: maybe(Timestamp),
  color: maybe(Int(0, 0xffffff)),
  footer: maybe(Type.Object({ text: Text(0, EMBED_FOOTER_MAX), icon_url: maybe(Url) })),
  image: maybe(Media),
  thumbnail: maybe(Media),
  author: maybe(Type.Object({ name: Text(0, EMBED_AUTHOR_MAX), url: maybe(Url), icon_url: maybe(Url) })),
  fields: maybe(
    Type.Array(
      Type.Object({
        name: Text(1, EMBED_FIELD_NAME_MAX),
        value: Text(1, EMBED_FIELD_VALUE_MAX),
        inline: maybe(Type.Boolean()),
      }),
      { maxItems: EMBED_FIELDS_MAX },
    ),
  ),
})
export const EmbedRequests = Type.Array(EmbedRequest, { maxItems: EMBEDS_MAX })
type Request = Static<typeof EmbedRequest>

const MEDIA_URL = /^(https?:\/\/|attachment:\/\/)\S+$/i
const LINK_URL = /^https?:\/\/\S+$/i

/** Checks what a schema cannot say: URL schemes, and the length of all texts together. Answers the embeds as they are stored. */
export function checkEmbeds(embeds: readonly Request[], faults: Faults, path: FieldPath): Record<string, unknown>[] {
  let length = 0
  const stored = embeds.map((embed, index) => {
    length += textLength(embed)
    checkUrls(embed, faults, [...path, index])
    return storedEmbed(embed)
  })
  if (length > EMBED_TEXT_MAX) {
    faults.add(path, 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${EMBED_TEXT_MAX}`)
  }
  return stored
}

function textLength({ title, description, footer, author, fields }: Request): number {
  let length =
    (title?.length ?? 0) + (description?.length ?? 0) + (footer?.text.length ?? 0) + (author?.name.length ?? 0)
  for (const field of fields ?? []) length += field.name.length + field.value.length
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

function storedEmbed(embed: Request): Record<string, unknown> {
  const stored: Record<string, unknown> = { type: 'rich' }
  for (const [key, value] of Object.entries(embed)) if (value !== null && value !== undefined) stored[key] = value
  if (embed.timestamp != null) stored.timestamp = wireTime(embed.timestamp)
  if (embed.fields) stored.fields = embed.fields.map((field) => ({ ...field, inline: field.inline ?? false }))
  return stored
}

/** Points `attachment://name` of embeds at the files that came with the message. */
export function linkAttachments(
  embeds: Record<string, unknown>[],
  attachments: readonly Record<string, unknown>[],
): Record<string, unknown>[] {
  if (attachments.length === 0) return embeds
  const linked = (value: unknown): unknown => {
    if (typeof value === 'string' && value.startsWith('attachment://')) {
      const name = value.slice('attachment://'.length)
      return attachments.find((attachment) => attachment.filename === name)?.url ?? value
    }
    if (Array.isArray(value)) return value.map(linked)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, linked(entry)]))
  }
  return embeds.map((embed) => linked(embed) as Record<string, unknown>)
}

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
  type Instant,
  MESSAGE_CONTENT_MAX,
} from '@guildhall/protocol'

/** An embed from another service: texts of any length, addresses of any kind, any field missing. */
export interface ForeignEmbed {
  title?: string | null | undefined
  description?: string | null | undefined
  url?: string | null | undefined
  color?: number | undefined
  timestamp?: Instant | undefined
  author?: { name?: string | null | undefined; url?: string | null | undefined; icon?: string | null | undefined }
  footer?: { text?: string | null | undefined; icon?: string | null | undefined }
  image?: string | null | undefined
  thumbnail?: string | null | undefined
  fields?: readonly { name?: string | null | undefined; value?: string | null | undefined; inline?: boolean }[]
}

/** A message in the format of another service, before our limits apply. */
export interface ForeignMessage {
  content?: string
  embeds: readonly ForeignEmbed[]
}

/**
 * Returns the message within our limits. Senders in another service's format do not know them, so long texts are cut
 * and invalid fields are left out.
 */
export function withinLimits({ content = '', embeds }: ForeignMessage) {
  let left = EMBED_TEXT_MAX
  const accepted = []
  for (const embed of embeds.slice(0, EMBEDS_MAX)) {
    const { texts, ...fit } = embedWithinLimits(embed, left)
    if (Object.keys(fit).every((key) => key === 'color' || key === 'timestamp' || key === 'url')) continue
    left -= texts
    accepted.push(fit)
  }
  return { content: cut(content, MESSAGE_CONTENT_MAX), embeds: accepted }
}

function embedWithinLimits(embed: ForeignEmbed, left: number) {
  let texts = 0
  const take = (text: string | null | undefined, max: number): string | undefined => {
    const taken = cut(text?.trim() ?? '', Math.min(max, left - texts))
    texts += taken.length
    return taken === '' ? undefined : taken
  }
  const title = take(embed.title, EMBED_TITLE_MAX)
  const author = take(embed.author?.name, EMBED_AUTHOR_MAX)
  const footer = take(embed.footer?.text, EMBED_FOOTER_MAX)
  const fields = []
  for (const { name, value, inline = false } of (embed.fields ?? []).slice(0, EMBED_FIELDS_MAX)) {
    const field = { name: take(name, EMBED_FIELD_NAME_MAX) ?? '', value: take(value, EMBED_FIELD_VALUE_MAX) ?? '' }
    if (field.name !== '' && field.value !== '') fields.push({ ...field, inline })
  }
  const description = take(embed.description, EMBED_DESCRIPTION_MAX)
  const media = (url: string | null | undefined) => (isWeb(url) ? { url } : undefined)
  const whole = {
    title,
    description,
    url: isWeb(embed.url) ? embed.url : undefined,
    color: embed.color,
    timestamp: embed.timestamp,
    author:
      author === undefined
        ? undefined
        : {
            name: author,
            ...webOnly('url', embed.author?.url),
            ...webOnly('icon_url', embed.author?.icon),
          },
    footer: footer === undefined ? undefined : { text: footer, ...webOnly('icon_url', embed.footer?.icon) },
    image: media(embed.image),
    thumbnail: media(embed.thumbnail),
    fields: fields.length > 0 ? fields : undefined,
  }
  const present = Object.entries(whole).filter(([, value]) => value !== undefined && value !== '')
  return { ...(Object.fromEntries(present) as Present<typeof whole>), texts }
}

/** Object without the keys that are undefined. */
type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function isWeb(url: string | null | undefined): url is string {
  return typeof url === 'string' && url.length <= 2048 && /^https?:\/\/\S+$/i.test(url)
}

const webOnly = <K extends string>(key: K, url: string | null | undefined) =>
  (isWeb(url) ? { [key]: url } : {}) as Partial<Record<K, string>>

/** Returns a text of at most `max` UTF-16 units. A cut text ends in an ellipsis. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  return max <= 0 ? '' : `${text.slice(0, max - 1).toWellFormed()}…`
}

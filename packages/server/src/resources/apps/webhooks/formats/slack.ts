import { Int, Json, Optional, OptionalNullable, type Static, Text, Type } from '../../../../validation/schema.ts'
import type { ForeignEmbed, ForeignMessage } from './foreign-message.ts'

const LONG = 152_133
const Words = OptionalNullable(Text(0, LONG))
const Url = OptionalNullable(Text(0, 2048))

/** Message of Slack's incoming webhooks. Fields without a counterpart (channel, icon_emoji, mrkdwn) are dropped. */
export const SlackBody = Type.Object({
  text: OptionalNullable(Text(0, 2000)),
  username: Words,
  icon_url: Url,
  attachments: OptionalNullable(
    Type.Array(
      Type.Object({
        title: Words,
        title_link: Url,
        text: Words,
        fallback: Words,
        color: OptionalNullable(
          Type.String({ maxLength: 7, pattern: '^(#(([0-9a-fA-F]{2}){3}|([0-9a-fA-F]){3})|good|warning|danger)$' }),
        ),
        ts: OptionalNullable(Int(0, 253_402_300_799)),
        pretext: Words,
        footer: Words,
        footer_icon: Url,
        author_name: Words,
        author_link: Url,
        author_icon: Url,
        image_url: Url,
        thumb_url: Url,
        fields: OptionalNullable(
          Type.Array(
            Type.Object({
              name: Words,
              title: Words,
              value: Words,
              inline: OptionalNullable(Type.Boolean()),
              short: OptionalNullable(Type.Boolean()),
            }),
            { maxItems: 1521 },
          ),
        ),
      }),
      { maxItems: 1521 },
    ),
  ),
  /** The whole message as JSON text, in form bodies. */
  payload: Optional(Json),
})
export type SlackMessage = Static<typeof SlackBody>
type Attachment = NonNullable<SlackMessage['attachments']>[number]

/** Slack's named colors. */
const COLORS: Readonly<Record<string, number>> = { good: 0x2eb67d, warning: 0xecb22e, danger: 0xe01e5a }

/** Returns a Slack message in our format: attachments become embeds, their pretexts go into the content. */
export function slackMessage({ text, attachments }: SlackMessage): ForeignMessage {
  const list = attachments ?? []
  const above = list.flatMap(({ pretext }) => (pretext ? [pretext] : []))
  return { content: [...(text ? [text] : []), ...above].map(plain).join('\n'), embeds: list.map(embedOf) }
}

function embedOf(given: Attachment): ForeignEmbed {
  const { title, text, fallback, pretext, image_url, thumb_url, fields, author_name, footer } = given
  const empty = ![title, text, pretext, image_url, thumb_url, author_name, footer, fields?.length].some(Boolean)
  const said = empty ? fallback : text
  return {
    title: title && plain(title),
    description: said && plain(said),
    url: given.title_link,
    ...(given.color ? { color: colorOf(given.color) } : {}),
    ...(given.ts ? { timestamp: given.ts * 1000 } : {}),
    author: { name: author_name, url: given.author_link, icon: given.author_icon },
    footer: { text: footer, icon: given.footer_icon },
    image: image_url,
    thumbnail: thumb_url,
    fields: (fields ?? []).map(({ name, title: heading, value, inline, short }) => ({
      name: name ?? heading,
      value: value && plain(value),
      inline: inline ?? short ?? false,
    })),
  }
}

function colorOf(color: string): number {
  const named = COLORS[color]
  if (named !== undefined) return named
  const digits = color.slice(1)
  return Number.parseInt(digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits, 16)
}

/** Converts Slack's links, mentions of everyone and escapes to our syntax. */
export function plain(text: string): string {
  return text
    .replaceAll(/<(https?:\/\/[^|<>]+)\|([^<>]*)>/g, '[$2]($1)')
    .replaceAll(/<!(everyone|here|channel)(\|[^<>]*)?>/g, (_, name: string) =>
      name === 'here' ? '@here' : '@everyone',
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

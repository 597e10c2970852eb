import { type Static, Type } from 'typebox'
import { Flag, Int, maybe, maybeNull, Text, Time } from './wire.ts'

const EmbedMedia = Type.Object(
  {
    url: maybe(Text),
    proxy_url: maybe(Text),
    width: maybe(Int),
    height: maybe(Int),
    content_type: maybe(Text),
    placeholder: maybe(Text),
    placeholder_version: maybe(Int),
    description: maybe(Text),
    flags: maybe(Int),
  },
  { title: 'EmbedMedia' },
)

const EmbedField = Type.Object({ name: Text, value: Text, inline: maybe(Flag) }, { title: 'EmbedField' })

const EmbedFooter = Type.Object(
  { text: Text, icon_url: maybe(Text), proxy_icon_url: maybe(Text) },
  { title: 'EmbedFooter' },
)

const EmbedAuthor = Type.Object(
  { name: Text, url: maybe(Text), icon_url: maybe(Text), proxy_icon_url: maybe(Text) },
  { title: 'EmbedAuthor' },
)

export const EmbedObject = Type.Object(
  {
    type: maybe(Text),
    url: maybe(Text),
    title: maybe(Text),
    description: maybe(Text),
    timestamp: maybe(Time),
    color: maybe(Int),
    footer: maybe(EmbedFooter),
    image: maybe(EmbedMedia),
    thumbnail: maybe(EmbedMedia),
    video: maybe(EmbedMedia),
    provider: maybe(Type.Object({ name: maybeNull(Text), url: maybeNull(Text) })),
    author: maybe(EmbedAuthor),
    fields: maybe(Type.Array(EmbedField)),
    flags: maybe(Int),
  },
  { title: 'Embed' },
)
export type EmbedObject = Static<typeof EmbedObject>

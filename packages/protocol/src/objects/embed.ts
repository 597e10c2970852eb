import { type Static, Type } from 'typebox'
import { Flag, Int, optional, optionalNullable, Text, Time } from './wire.ts'

const EmbedMedia = Type.Object(
  {
    url: optional(Text),
    proxy_url: optional(Text),
    width: optional(Int),
    height: optional(Int),
    content_type: optional(Text),
    placeholder: optional(Text),
    placeholder_version: optional(Int),
    description: optional(Text),
    flags: optional(Int),
  },
  { title: 'EmbedMedia' },
)

const EmbedField = Type.Object({ name: Text, value: Text, inline: optional(Flag) }, { title: 'EmbedField' })

const EmbedFooter = Type.Object(
  { text: Text, icon_url: optional(Text), proxy_icon_url: optional(Text) },
  { title: 'EmbedFooter' },
)

const EmbedAuthor = Type.Object(
  { name: Text, url: optional(Text), icon_url: optional(Text), proxy_icon_url: optional(Text) },
  { title: 'EmbedAuthor' },
)

export const EmbedObject = Type.Object(
  {
    type: optional(Text),
    url: optional(Text),
    title: optional(Text),
    description: optional(Text),
    timestamp: optional(Time),
    color: optional(Int),
    footer: optional(EmbedFooter),
    image: optional(EmbedMedia),
    thumbnail: optional(EmbedMedia),
    video: optional(EmbedMedia),
    provider: optional(Type.Object({ name: optionalNullable(Text), url: optionalNullable(Text) })),
    author: optional(EmbedAuthor),
    fields: optional(Type.Array(EmbedField)),
    flags: optional(Int),
  },
  { title: 'Embed' },
)
export type EmbedObject = Static<typeof EmbedObject>

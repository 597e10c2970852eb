import { type Static, Type } from 'typebox'
import { UserObject } from './user.ts'
import { Flag, Id, Int, optional, optionalNullable, Text, Time } from './wire.ts'

export const AttachmentObject = Type.Object(
  {
    id: Id,
    filename: Text,
    title: optionalNullable(Text),
    description: optional(Text),
    content_type: optional(Text),
    size: Int,
    url: Text,
    proxy_url: Text,
    height: optionalNullable(Int),
    width: optionalNullable(Int),
    placeholder: optional(Text),
    placeholder_version: optional(Int),
    ephemeral: optional(Flag),
    duration_secs: optional(Type.Number()),
    waveform: optional(Text),
    flags: optional(Int),
    clip_created_at: optional(Time),
    clip_participants: optional(Type.Array(UserObject)),
    application: optionalNullable(Type.Unknown()),
  },
  { title: 'Attachment' },
)
export type AttachmentObject = Static<typeof AttachmentObject>

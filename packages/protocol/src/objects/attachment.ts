import { type Static, Type } from 'typebox'
import { UserObject } from './user.ts'
import { Flag, Id, Int, maybe, maybeNull, Text, Time } from './wire.ts'

export const AttachmentObject = Type.Object(
  {
    id: Id,
    filename: Text,
    title: maybeNull(Text),
    description: maybe(Text),
    content_type: maybe(Text),
    size: Int,
    url: Text,
    proxy_url: Text,
    height: maybeNull(Int),
    width: maybeNull(Int),
    placeholder: maybe(Text),
    placeholder_version: maybe(Int),
    ephemeral: maybe(Flag),
    duration_secs: maybe(Type.Number()),
    waveform: maybe(Text),
    flags: maybe(Int),
    clip_created_at: maybe(Time),
    clip_participants: maybe(Type.Array(UserObject)),
    application: maybeNull(Type.Unknown()),
  },
  { title: 'Attachment' },
)
export type AttachmentObject = Static<typeof AttachmentObject>

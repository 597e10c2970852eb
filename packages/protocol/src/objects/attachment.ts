import { type Static, Type } from 'typebox'
import { Flag, Id, Int, maybe, maybeNull, Text } from './wire.ts'

export const Attachment = Type.Object(
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
  },
  { title: 'Attachment' },
)
export type AttachmentObject = Static<typeof Attachment>

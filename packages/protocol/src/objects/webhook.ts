import { type Static, Type } from 'typebox'
import { UserObject } from './user.ts'
import { Id, Int, nullable, optional, optionalNullable, Text } from './wire.ts'

export const WebhookObject = Type.Object(
  {
    id: Id,
    type: Int,
    guild_id: optionalNullable(Id),
    channel_id: nullable(Id),
    user: optional(UserObject),
    name: nullable(Text),
    avatar: nullable(Text),
    token: optional(Text),
    application_id: nullable(Id),
    source_guild: optional(Type.Object({ id: Id, name: Text, icon: nullable(Text) })),
    source_channel: optional(Type.Object({ id: Id, name: Text })),
    url: optional(Text),
  },
  { title: 'Webhook' },
)
export type WebhookObject = Static<typeof WebhookObject>

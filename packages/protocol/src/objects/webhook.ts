import { type Static, Type } from 'typebox'
import { UserObject } from './user.ts'
import { Id, Int, maybe, maybeNull, nullable, Text } from './wire.ts'

export const WebhookObject = Type.Object(
  {
    id: Id,
    type: Int,
    guild_id: maybeNull(Id),
    channel_id: nullable(Id),
    user: maybe(UserObject),
    name: nullable(Text),
    avatar: nullable(Text),
    token: maybe(Text),
    application_id: nullable(Id),
    source_guild: maybe(Type.Object({ id: Id, name: Text, icon: nullable(Text) })),
    source_channel: maybe(Type.Object({ id: Id, name: Text })),
    url: maybe(Text),
  },
  { title: 'Webhook' },
)
export type WebhookObject = Static<typeof WebhookObject>

import { type Static, Type } from 'typebox'
import { UserObject } from './user.ts'
import { Flag, Id, Int, maybe, maybeNull, nullable, Text, Time } from './wire.ts'

export const IntegrationApplicationObject = Type.Object(
  {
    id: Id,
    name: Text,
    icon: nullable(Text),
    description: Text,
    summary: maybe(Text),
    type: maybeNull(Int),
    bot: maybe(UserObject),
  },
  { title: 'IntegrationApplication' },
)
export type IntegrationApplicationObject = Static<typeof IntegrationApplicationObject>

export const IntegrationObject = Type.Object(
  {
    id: Id,
    name: Text,
    type: Text,
    enabled: Flag,
    syncing: maybe(Flag),
    role_id: maybeNull(Id),
    enable_emoticons: maybe(Flag),
    expire_behavior: maybe(Int),
    expire_grace_period: maybe(Int),
    user: maybe(UserObject),
    account: Type.Object({ id: Text, name: Text }),
    synced_at: maybe(Time),
    subscriber_count: maybe(Int),
    revoked: maybe(Flag),
    application: maybe(IntegrationApplicationObject),
    scopes: maybe(Type.Array(Text)),
  },
  { title: 'Integration' },
)
export type IntegrationObject = Static<typeof IntegrationObject>

export const PartialIntegrationObject = Type.Pick(IntegrationObject, ['id', 'name', 'type', 'account'], {
  title: 'PartialIntegration',
})
export type PartialIntegrationObject = Static<typeof PartialIntegrationObject>

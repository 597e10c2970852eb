import { type Static, Type } from 'typebox'
import { UserObject } from './user.ts'
import { Flag, Id, Int, nullable, optional, optionalNullable, Text, Time } from './wire.ts'

export const IntegrationApplicationObject = Type.Object(
  {
    id: Id,
    name: Text,
    icon: nullable(Text),
    description: Text,
    summary: optional(Text),
    type: optionalNullable(Int),
    bot: optional(UserObject),
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
    syncing: optional(Flag),
    role_id: optionalNullable(Id),
    enable_emoticons: optional(Flag),
    expire_behavior: optional(Int),
    expire_grace_period: optional(Int),
    user: optional(UserObject),
    account: Type.Object({ id: Text, name: Text }),
    synced_at: optional(Time),
    subscriber_count: optional(Int),
    revoked: optional(Flag),
    application: optional(IntegrationApplicationObject),
    scopes: optional(Type.Array(Text)),
  },
  { title: 'Integration' },
)
export type IntegrationObject = Static<typeof IntegrationObject>

export const PartialIntegrationObject = Type.Pick(IntegrationObject, ['id', 'name', 'type', 'account'], {
  title: 'PartialIntegration',
})
export type PartialIntegrationObject = Static<typeof PartialIntegrationObject>

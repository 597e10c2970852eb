import { type Static, Type } from 'typebox'
import { User } from './user.ts'
import { Flag, Id, Int, maybe, maybeNull, nullable, Text, Time } from './wire.ts'

export const IntegrationApplication = Type.Object(
  { id: Id, name: Text, icon: nullable(Text), description: Text, bot: maybe(User) },
  { title: 'IntegrationApplication' },
)

export const Integration = Type.Object(
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
    user: maybe(User),
    account: Type.Object({ id: Text, name: Text }),
    synced_at: maybe(Time),
    subscriber_count: maybe(Int),
    revoked: maybe(Flag),
    application: maybe(IntegrationApplication),
    scopes: maybe(Type.Array(Text)),
  },
  { title: 'Integration' },
)
export type IntegrationObject = Static<typeof Integration>

export const PartialIntegration = Type.Pick(Integration, ['id', 'name', 'type', 'account'], {
  title: 'PartialIntegration',
})
export type PartialIntegrationObject = Static<typeof PartialIntegration>

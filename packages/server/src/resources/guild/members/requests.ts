import { NICKNAME_MAX, PRUNE_DAYS_MAX } from '@guildhall/protocol'
import {
  Int,
  OptionalNullable,
  PersonName,
  SnowflakeId,
  type Static,
  Timestamp,
  Type,
} from '../../../validation/schema.ts'

const ROLES_PER_REQUEST_MAX = 250

/** Body of Modify Guild Member. */
export const MemberBody = Type.Object({
  nick: OptionalNullable(PersonName(0, NICKNAME_MAX)),
  roles: OptionalNullable(Type.Array(SnowflakeId, { maxItems: ROLES_PER_REQUEST_MAX })),
  mute: OptionalNullable(Type.Boolean()),
  deaf: OptionalNullable(Type.Boolean()),
  channel_id: OptionalNullable(SnowflakeId),
  communication_disabled_until: OptionalNullable(Timestamp),
  flags: OptionalNullable(Int(0, 2 ** 31 - 1)),
})
export type MemberBody = Static<typeof MemberBody>

/** Fields that Get Guild Prune Count and Begin Guild Prune share. */
export const PruneFields = Type.Object({
  days: OptionalNullable(Int(1, PRUNE_DAYS_MAX)),
  include_roles: OptionalNullable(Type.Array(SnowflakeId, { maxItems: ROLES_PER_REQUEST_MAX })),
})
export type PruneFields = Static<typeof PruneFields>

import { ErrorBody, INVITE_AGE_MAX, INVITE_USES_MAX, ROLES_MAX } from '@guildhall/protocol'
import {
  Distinct,
  Int,
  Nullable,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Type,
} from '../../../validation/schema.ts'

/** Form field of a file with target users. */
export const TARGET_USERS_FIELD = 'target_users_file'

/** Body of Create Channel Invite. */
export const InviteBody = Type.Object({
  max_age: OptionalNullable(Int(0, INVITE_AGE_MAX)),
  max_uses: OptionalNullable(Int(0, INVITE_USES_MAX)),
  temporary: OptionalNullable(Type.Boolean()),
  unique: OptionalNullable(Type.Boolean()),
  target_type: OptionalNullable(Int(1, 2)),
  target_user_id: OptionalNullable(SnowflakeId),
  target_application_id: OptionalNullable(SnowflakeId),
  role_ids: OptionalNullable(Distinct(SnowflakeId, 0, ROLES_MAX)),
})
export type InviteBody = Static<typeof InviteBody>

/** Body of a 400 of operations that accept a file with target users: an error, or the faults of the file by line. */
export const TargetUsersRefused = Type.Union([
  ErrorBody,
  Type.Object({ [TARGET_USERS_FIELD]: Type.Array(Type.String()) }),
])
export type TargetUsersRefused = Static<typeof TargetUsersRefused>

/** Status of the job that applies a list of target users. [SUB-15] */
export const TargetUsersJobStatus = Type.Object({
  status: Type.Integer(),
  total_users: Type.Integer(),
  processed_users: Type.Integer(),
  created_at: Nullable(Type.String()),
  completed_at: Nullable(Type.String()),
  error_message: Nullable(Type.String()),
})
export type TargetUsersJobStatus = Static<typeof TargetUsersJobStatus>

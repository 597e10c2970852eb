import type { Instant, Snowflake } from '@guildhall/protocol'

/** States of a join request. */
export const JOIN_REQUEST_STATUSES = ['STARTED', 'SUBMITTED', 'REJECTED', 'APPROVED'] as const
export type JoinRequestStatus = (typeof JOIN_REQUEST_STATUSES)[number]

/** Request of a pending member to pass a guild's membership screening. */
export interface StoredJoinRequest {
  id: Snowflake
  guild_id: Snowflake
  user_id: Snowflake
  status: JoinRequestStatus
  created_at: Instant
  reviewed_at: Instant | null
  reviewer_id: Snowflake | null
  rejection_reason: string | null
}

import type { Instant, Snowflake } from '@guildhall/protocol'

export const JOIN_REQUEST_STATUSES = ['STARTED', 'SUBMITTED', 'REJECTED', 'APPROVED'] as const
export type JoinRequestStatus = (typeof JOIN_REQUEST_STATUSES)[number]

/** A new member's wish to be let past a guild's screening. */
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

import type { Instant, Snowflake } from '@guildhall/protocol'

/** Ban of a user from a guild. */
export interface StoredBan {
  guild_id: Snowflake
  user_id: Snowflake
  reason: string | null
  created_at: Instant
}

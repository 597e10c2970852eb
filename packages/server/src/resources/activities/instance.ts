import type { Instant, Snowflake } from '@guildhall/protocol'

/** One running copy of an activity: it begins with the first launch in a channel and ends when nobody is left. */
export interface StoredActivityInstance {
  launch_id: Snowflake
  application_id: Snowflake
  channel_id: Snowflake
  guild_id: Snowflake | null
  created_at: Instant
}

export interface Participant {
  launch_id: Snowflake
  user_id: Snowflake
  /** Of the gateway session that takes part; empty where the client named none. */
  session_id: string
  nonce: string | null
  joined_at: Instant
}

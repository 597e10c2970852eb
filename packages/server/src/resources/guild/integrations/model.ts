import type { Snowflake } from '@guildhall/protocol'

/** Application that was added to a guild. */
export interface StoredIntegration {
  id: Snowflake
  guild_id: Snowflake
  application_id: Snowflake
  /** The user who added it; null for an integration from a world file. */
  user_id: Snowflake | null
}

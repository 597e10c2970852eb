import type { Snowflake } from '@guildhall/protocol'

/** An application that was added to a guild. */
export interface StoredIntegration {
  id: Snowflake
  guild_id: Snowflake
  application_id: Snowflake
  /** Who added it; null where nobody did, as in a world file. */
  user_id: Snowflake | null
}

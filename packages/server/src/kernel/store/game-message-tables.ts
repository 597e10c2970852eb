import type { Instant, Snowflake } from '@guildhall/protocol'

/** A message that exists only in a game: in a lobby, or between players of whom one is provisional. */
export interface GameMessageTable {
  /** A message in a lobby and its copy in the linked channel have one id. */
  id: Snowflake
  /** The lobby, or the DM in `game_dms`. */
  channel_id: Snowflake
  application_id: Snowflake
  author_id: Snowflake
  type: number
  flags: number
  content: string
  edited_at: Instant | null
  /** GameMessageData as JSON. */
  data: string
}

/** A direct message channel of two players that exists only in a game. */
export interface GameDmTable {
  id: Snowflake
  application_id: Snowflake
  low_user_id: Snowflake
  high_user_id: Snowflake
}

/** A disclosure of an application that a user has read. */
export interface DisclosureTable {
  application_id: Snowflake
  user_id: Snowflake
  type: number
  acknowledged_at: Instant
}

/** Tables of messages that exist only in games. */
export interface GameMessageTables {
  game_messages: GameMessageTable
  game_dms: GameDmTable
  disclosures: DisclosureTable
}

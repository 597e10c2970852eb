import type { Instant, Snowflake } from '@guildhall/protocol'

/** An account elsewhere by which an application knows a user. */
export interface ExternalIdentityTable {
  application_id: Snowflake
  /** OIDC, STEAM, EPIC_ONLINE_SERVICES, UNITY, DISCORD_BOT or NONE. */
  provider_type: string
  /** Provider among several of one type, such as the issuer of an OIDC identity; empty for none. */
  provider_id: string
  provider_issued_user_id: string
  user_id: Snowflake
  created_at: Instant
  /** The profile and the preferred name, as JSON. */
  data: string
}

/** A relationship as one of its two users has it; the other user has a row too, unless it is a block. */
export interface RelationshipTable {
  user_id: Snowflake
  other_id: Snowflake
  /** 0 for the platform's own relationships. */
  application_id: Snowflake
  /** RelationshipType of the protocol. */
  type: number
  since: Instant | null
  data: string
}

/** Tables of games: players, lobbies, their messages and what is sent to game servers. */
export interface GameTables {
  external_identities: ExternalIdentityTable
  relationships: RelationshipTable
}

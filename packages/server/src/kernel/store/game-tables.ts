import type { Instant, Snowflake } from '@guildhall/protocol'
import type { GameMessageTables } from './game-message-tables.ts'

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

/** Queue of the webhook events about one user for one application. It exists while it has events. */
export interface WebhookEventQueueTable {
  application_id: Snowflake
  user_id: Snowflake
  /** Sequence number of the first waiting event. */
  head: number
  /** Sequence number of the next event to be queued. */
  tail: number
  /** Time of the next attempt to deliver the first event; of a queue that does not fail, the time since it waits. */
  due_at: Instant
  /** Failed attempts to deliver the first event. */
  attempts: number
  /** Time of the first failed attempt; null before it. */
  failing_since: Instant | null
}

/** A webhook event that waits for its delivery. */
export interface WebhookEventTable {
  application_id: Snowflake
  user_id: Snowflake
  /** Position among the events about this user for this application, without gaps. */
  sequence: number
  type: string
  created_at: Instant
  /** The `data` of the event as it is sent, serialized JSON. */
  data: string
}

/** A lobby of a game. */
export interface LobbyTable {
  id: Snowflake
  application_id: Snowflake
  /** Hash of the secret with which players join; null for lobbies of the back end and for expired secrets. */
  secret_hash: string | null
  secret_expires_at: Instant | null
  linked_channel_id: Snowflake | null
  /** Time since which no member is connected; null while one is. */
  idle_since: Instant | null
  /** Metadata, flags and idle timeout, as JSON. */
  data: string
}

export interface LobbyMemberTable {
  lobby_id: Snowflake
  user_id: Snowflake
  /** Application of the lobby. */
  application_id: Snowflake
  flags: number
  /** Metadata and additional name, as JSON. */
  data: string
}

/** Account of a player that a game made; its user has no password and belongs to that game only. */
export interface ProvisionalAccountTable {
  user_id: Snowflake
  application_id: Snowflake
  created_at: Instant
  /** Banned user whose account this one replaced: it cannot merge while that ban is active. */
  restricted_by: Snowflake | null
}

/** User whom the operator has banned from the whole platform. */
export interface PlatformBanTable {
  user_id: Snowflake
  created_at: Instant
  /** End of a temporary ban; null for a permanent one. */
  until: Instant | null
  /** Shown to the person when they sign in. */
  reason: string | null
}

/** Presence of a player without a gateway session, such as one at a console. */
export interface HeadlessSessionTable {
  /** Session id that others learn. */
  id: string
  /** Hash of the token with which the game refreshes and deletes the session. */
  token_hash: string
  user_id: Snowflake
  application_id: Snowflake
  updated_at: Instant
  expires_at: Instant
  /** Activities as presences contain them, as JSON. */
  activities: string
  /** Secrets of the activities, as JSON that is encrypted; null without any. */
  secrets: string | null
}

/** Configuration of a widget of a game. */
export interface WidgetConfigTable {
  id: Snowflake
  application_id: Snowflake
  /** Null for a draft. */
  published_at: Instant | null
  updated_at: Instant
  /** Name and surfaces, as JSON. */
  data: string
}

/** A widget that a user added to their profile. */
export interface ProfileWidgetTable {
  id: Snowflake
  user_id: Snowflake
  application_id: Snowflake
  position: number
  updated_at: Instant
}

/** Tables of games: players, lobbies, their messages and what is sent to game servers. */
export interface GameTables extends GameMessageTables {
  external_identities: ExternalIdentityTable
  relationships: RelationshipTable
  provisional_accounts: ProvisionalAccountTable
  platform_bans: PlatformBanTable
  webhook_event_queues: WebhookEventQueueTable
  webhook_events: WebhookEventTable
  widget_configs: WidgetConfigTable
  profile_widgets: ProfileWidgetTable
  lobbies: LobbyTable
  lobby_members: LobbyMemberTable
  headless_sessions: HeadlessSessionTable
}

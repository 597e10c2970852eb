import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Generated } from 'kysely'

/** A gateway session of one of several nodes. A process that is alone on its store keeps its sessions in memory. */
export interface NodeSessionTable {
  id: string
  /** Life of the node that has the session. */
  node: string
  epoch: bigint
  user_id: Snowflake
  /** Application of a bot's or game's session. */
  application_id: Snowflake | null
  kind: string
  /** OAuth2 scopes of a game's session, JSON. */
  scopes: string
  /** Number of the shard and of all shards, JSON. */
  shard: Generated<string>
  /** `SessionPresence` without secrets, JSON; null for a session of a node of the former version. */
  presence: string | null
  /** Secrets of its activities, encrypted; null without any. */
  secrets: string | null
  /** Whether the other members of its player's lobbies know that it is connected; 0 or 1. */
  in_lobbies: Generated<number>
  begun_at: Instant
}

/** Voice state of a user at any node. */
interface VoiceStateTable {
  /** The guild, or the DM, group DM or lobby itself. */
  guild_id: Snowflake
  user_id: Snowflake
  session_id: string
  /** The packed state. */
  data: string
}

/** A voice channel with a status or a start time. */
interface VoiceChannelTable {
  guild_id: Snowflake
  channel_id: Snowflake
  status: string | null
  /** Unix seconds. */
  started_at: number | null
}

/** Call of a DM or group DM. Voice states of the same id have its members. */
interface PrivateCallTable {
  channel_id: Snowflake
  /** The packed call without its members. */
  data: string
}

/** A shared screen. */
interface StreamTable {
  stream_key: string
  channel_id: Snowflake
  owner_id: Snowflake
  /** The packed stream. */
  data: string
}

/** The latest picture of a shared screen. It is removed with its stream. */
interface StreamPreviewTable {
  stream_key: string
  /** Secret part of its address. */
  name: string
  /** The picture in base64. */
  jpeg: string
}

/** Tables by which nodes share what one process has in memory. */
export interface NodeTables {
  voice_states: VoiceStateTable
  voice_channels: VoiceChannelTable
  private_calls: PrivateCallTable
  streams: StreamTable
  stream_previews: StreamPreviewTable
  /** `newest_id` is the highest id that a writer made under the topic's lock; 0 on the embedded store. */
  topics: { topic: string; version: number; newest_id: Generated<bigint> }
  /** Node that delivers the webhook events of an application, in one of its lives. */
  webhook_owners: { application_id: Snowflake; node: string; epoch: bigint }
  /** Node that does a task which one node does at a time. */
  node_tasks: { name: string; node: string; epoch: bigint }
  node_sessions: NodeSessionTable
  /** Uses in windows of the platform date, of what has a limit for all nodes together. */
  used_windows: { key: string; count: number; ends_at: Instant }
  /**
   * Only on PostgreSQL: the events of one version of a topic, by the life of a node, and changes of tables of their
   * transaction, with commas. The other columns have defaults.
   */
  event_log: { slot: number; topic: string; version: number; node: string; tables: string; events: string }
  /** Gateway sessions that no process has, by the life of the one that wrote them; their payloads are shared. */
  kept_sessions: { holder: Generated<string>; id: string; detached_at: Instant; data: string }
  /** `bytes` in base64. */
  kept_payloads: {
    holder: Generated<string>
    id: number
    guild_id: Snowflake | null
    channel_id: Snowflake | null
    lobby_id: Snowflake | null
    bytes: string
  }
}

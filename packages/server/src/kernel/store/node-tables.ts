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
  begun_at: Instant
}

/** Tables by which nodes share what one process has in memory. */
export interface NodeTables {
  /** `newest_id` is the highest id that a writer made under the topic's lock; 0 on the embedded store. */
  topics: { topic: string; version: number; newest_id: Generated<bigint> }
  /** Node that delivers the webhook events of an application, in one of its lives. */
  webhook_owners: { application_id: Snowflake; node: string; epoch: bigint }
  node_sessions: NodeSessionTable
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

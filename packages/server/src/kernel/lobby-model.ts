import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Channel, User, VoiceState } from './model.ts'

/** Keys and values that a game sets. */
export type Metadata = Record<string, string>

export interface StoredLobby {
  id: Snowflake
  application_id: Snowflake
  metadata: Metadata | null
  flags: number
  idle_timeout_seconds: number
  /** Whether a player created the lobby by a secret. It stays so after the secret has expired. */
  by_secret: boolean
  secret_hash: string | null
  secret_expires_at: Instant | null
  linked_channel_id: Snowflake | null
  /** Time since which no member is connected; null while one is. */
  idle_since: Instant | null
}

export interface StoredLobbyMember {
  lobby_id: Snowflake
  user_id: Snowflake
  /** Application of the lobby. */
  application_id: Snowflake
  metadata: Metadata | null
  flags: number
  /** Second display name, which only the back end sets. [LOB-2] */
  additional_name: string | null
}

/** A lobby with everything that its wire object shows. */
export interface LoadedLobby {
  readonly lobby: StoredLobby
  readonly members: readonly StoredLobbyMember[]
  readonly linkedChannel: Channel | null
}

/** A lobby with the users of its members, at one version of its topic. */
export interface LobbySnapshot extends LoadedLobby {
  readonly users: ReadonlyMap<Snowflake, User>
  /** Members of its call, as several nodes know them; null if they are in memory. */
  readonly voiceStates: readonly VoiceState[] | null
  /** Members of whom the others know that they are connected, as nodes store it; null if that is in memory. */
  readonly connectedIds: readonly Snowflake[] | null
  readonly version: number
}

import type { Snowflake } from '@guildhall/protocol'
import type { VoiceState } from './model.ts'

/** State of lobbies that only the gateway knows. It is not stored, and is read when an event is presented. */
export interface LobbyPresence {
  /** Returns whether a user has a session in which the lobbies of an application are visible. */
  isConnected(applicationId: Snowflake, userId: Snowflake): boolean
  /** Returns the voice states of the call in a lobby. */
  voiceStates(lobbyId: Snowflake): Iterable<VoiceState>
}

/** Presence without any connected member. */
export const NO_LOBBY_PRESENCE: LobbyPresence = { isConnected: () => false, voiceStates: () => [] }

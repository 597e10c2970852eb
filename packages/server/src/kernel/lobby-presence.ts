import type { Snowflake } from '@guildhall/protocol'
import type { StoredLobbyMember } from './lobby-model.ts'
import type { VoiceState } from './model.ts'

/** State of lobbies that only the gateway knows. It is not stored, and is read when an event is presented. */
export interface LobbyPresence {
  /** Returns whether a member has a session in which the lobbies of the game are visible. */
  isConnected(member: StoredLobbyMember): boolean
  /** Returns the voice states of the call in a lobby. */
  voiceStates(lobbyId: Snowflake): Iterable<VoiceState>
}

/** Presence without any connected member. */
export const NO_LOBBY_PRESENCE: LobbyPresence = { isConnected: () => false, voiceStates: () => [] }

import { GatewayOp } from '@guildhall/protocol'
import { LOBBY_SCOPE } from '../../../resources/games/lobbies/index.ts'
import { gatewayCommand } from '../command.ts'
import { readLobbyCalls, readLobbyVoiceRequest } from '../lobby-voice.ts'
import { readSnowflake } from '../member-requests.ts'

const { VOICE_STATE_UPDATE, LOBBY_VOICE_STATES, LOBBY_VOICE_SERVER_PING } = GatewayOp

/** Update Voice State (op 4) of a game: the call of one lobby. */
export const updateLobbyVoiceState = gatewayCommand({
  op: VOICE_STATE_UPDATE,
  kinds: ['game'],
  scope: LOBBY_SCOPE,
  read: readLobbyVoiceRequest,
  run: ({ gateway, session }, calls) => gateway.lobbies.voice.request(session, calls, VOICE_STATE_UPDATE),
})

/** Update Lobby Voice States (op 17): all calls of the session. */
export const updateLobbyVoiceStates = gatewayCommand({
  op: LOBBY_VOICE_STATES,
  kinds: ['game'],
  scope: LOBBY_SCOPE,
  read: readLobbyCalls,
  run: ({ gateway, session }, calls) => gateway.lobbies.voice.request(session, calls, LOBBY_VOICE_STATES),
})

/** Asks for the voice server of a lobby again (op 42). A malformed one is ignored. */
export const pingLobbyVoiceServer = gatewayCommand({
  op: LOBBY_VOICE_SERVER_PING,
  kinds: ['game'],
  scope: LOBBY_SCOPE,
  read: (data) => ({ lobbyId: readSnowflake((data as { lobby_id?: unknown } | null)?.lobby_id) }),
  run({ gateway, session }, { lobbyId }) {
    if (lobbyId !== null) gateway.lobbies.voice.sendServer(session, lobbyId)
  },
})

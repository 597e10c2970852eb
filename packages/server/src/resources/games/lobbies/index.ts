export type { LoadedLobby, LobbySnapshot, StoredLobby, StoredLobbyMember } from '../../../kernel/lobby-model.ts'
export { changeLobbyCall, type LobbyCallState } from './actions/call.ts'
export { announceConnection } from './actions/connection.ts'
export { deleteIdleLobby, noteOccupied, noteUnoccupied } from './actions/idle.ts'
export { leaveLobbies } from './actions/leave-all.ts'
export { linkedChannelOf, loadLobby, lobbyForMember, lobbyOfApplication, snapshotOfLobby } from './actions/load.ts'
export { moveLobbies, purgeLobbies } from './actions/move.ts'
export { saveLobby } from './actions/save.ts'
export { unlinkLobbyOf } from './actions/unlink.ts'
export {
  LOBBY_SCOPE,
  type LobbyMemberChange,
  lobbyMemberAdd,
  lobbyMemberRemove,
  lobbyMemberUpdate,
  lobbyVoiceStateRestored,
  lobbyVoiceStateUpdate,
} from './events.ts'
export { type GatewayLobby, presentLobby, presentLobbyView } from './present.ts'
export { findLobbyMember, listLobbyMemberships } from './store.ts'

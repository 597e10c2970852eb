import { LobbyObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { loadLobby, lobbyOfApplication } from '../actions/load.ts'
import { presentLobby } from '../present.ts'
import { LobbyPath } from '../requests.ts'

/** Get Lobby: by the back end of the game. */
export const getLobby = operation({
  id: 'get_lobby',
  method: 'GET',
  path: '/lobbies/:lobby_id',
  callers: ['bot'],
  params: LobbyPath,
  responses: { 200: LobbyObject },

  async run({ caller, params, work }) {
    return presentLobby(await loadLobby(work, await lobbyOfApplication(work, caller, params.lobby_id)))
  },
})

import { LobbyObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { editLobby as edit } from '../actions/edit.ts'
import { lobbyOfApplication } from '../actions/load.ts'
import { presentLobby } from '../present.ts'
import { DEVELOPMENT_LIMIT, LobbyBody, LobbyPath } from '../requests.ts'

/** Modify Lobby: by the back end of the game. A list of members replaces all members. */
export const editLobby = operation({
  id: 'edit_lobby',
  method: 'PATCH',
  path: '/lobbies/:lobby_id',
  callers: ['bot'],
  params: LobbyPath,
  body: LobbyBody,
  responses: { 200: LobbyObject },
  developmentLimit: DEVELOPMENT_LIMIT,

  async run({ caller, params, body, work }) {
    const lobby = await lobbyOfApplication(work, caller, params.lobby_id)
    return presentLobby(await edit(work, lobby, body))
  },
})

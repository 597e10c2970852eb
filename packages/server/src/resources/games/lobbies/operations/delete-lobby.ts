import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { applicationOf, findHeldLobby } from '../actions/load.ts'
import { deleteLobby as remove } from '../actions/save.ts'
import { LobbyPath } from '../requests.ts'

/** Delete Lobby: by the back end of the game. Succeeds for a lobby that does not exist, or is another game's. */
export const deleteLobby = operation({
  id: 'delete_lobby',
  method: 'DELETE',
  path: '/lobbies/:lobby_id',
  callers: ['bot'],
  params: LobbyPath,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const lobby = await findHeldLobby(work, params.lobby_id)
    if (lobby?.application_id === applicationOf(caller)) await remove(work, lobby)
  },
})

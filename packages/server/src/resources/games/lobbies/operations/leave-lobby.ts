import { demand } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { lobbyOfApplication } from '../actions/load.ts'
import { MemberChanges } from '../actions/members.ts'
import { LOBBY_SCOPE } from '../events.ts'
import { LobbyPath } from '../requests.ts'
import { mayLeave } from '../rules.ts'

/** Leave Lobby: by a player. Succeeds for a player who is no member. */
export const leaveLobby = operation({
  id: 'leave_lobby',
  method: 'DELETE',
  path: '/lobbies/:lobby_id/members/@me',
  callers: ['bearer'],
  scope: LOBBY_SCOPE,
  params: LobbyPath,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const lobby = await lobbyOfApplication(work, caller, params.lobby_id)
    demand(mayLeave(lobby))
    await new MemberChanges(work, lobby).remove(caller.userId)
  },
})

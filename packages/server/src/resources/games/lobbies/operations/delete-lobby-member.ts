import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { lobbyOfApplication } from '../actions/load.ts'
import { MemberChanges } from '../actions/members.ts'
import { DEVELOPMENT_LIMIT, LobbyMemberPath } from '../requests.ts'

/** Remove a Member from a Lobby: by the back end of the game. Succeeds for a user who is no member. */
export const deleteLobbyMember = operation({
  id: 'delete_lobby_member',
  method: 'DELETE',
  path: '/lobbies/:lobby_id/members/:user_id',
  callers: ['bot'],
  params: LobbyMemberPath,
  responses: { 204: NoContent },
  developmentLimit: DEVELOPMENT_LIMIT,

  async run({ caller, params, work }) {
    const lobby = await lobbyOfApplication(work, caller, params.lobby_id)
    await new MemberChanges(work, lobby).remove(params.user_id)
  },
})

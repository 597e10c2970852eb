import { ApiError, LobbyMemberObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { lobbyOfApplication } from '../actions/load.ts'
import { MemberChanges, playersById } from '../actions/members.ts'
import { presentLobbyMember } from '../present.ts'
import { DEVELOPMENT_LIMIT, LobbyMemberPath, MemberBody } from '../requests.ts'
import { demandShortMetadata } from '../rules.ts'

/** Add a Member to a Lobby, or change a member: by the back end of the game. [LOB-2] [LOB-9] */
export const addLobbyMember = operation({
  id: 'add_lobby_member',
  method: 'PUT',
  path: '/lobbies/:lobby_id/members/:user_id',
  callers: ['bot'],
  params: LobbyMemberPath,
  body: MemberBody,
  responses: { 200: LobbyMemberObject },
  developmentLimit: DEVELOPMENT_LIMIT,

  async run({ caller, params, body, work }) {
    const lobby = await lobbyOfApplication(work, caller, params.lobby_id)
    demandShortMetadata(body.metadata, ['metadata'])
    const user = (await playersById(work, lobby.application_id, [params.user_id])).get(params.user_id)
    if (!user) throw new ApiError('UNKNOWN_USER')
    return presentLobbyMember(await new MemberChanges(work, lobby).upsert({ user, ...body }))
  },
})

import { ApiError, DEVELOPMENT_REQUESTS_MAX, DEVELOPMENT_REQUESTS_PER_MS, LobbyInviteObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { findLobbyMember, lobbyOfApplication } from '../../lobbies/index.ts'
import { inviteToLinkedChannel } from '../actions/invite.ts'

/** Create Lobby Channel Invite for User: by the game's server, for a member of the lobby. [END-26] */
export const createLinkedLobbyGuildInviteForUser = operation({
  id: 'create_linked_lobby_guild_invite_for_user',
  method: 'POST',
  path: '/lobbies/:lobby_id/members/:user_id/invites',
  callers: ['bot'],
  params: Type.Object({ lobby_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 200: LobbyInviteObject },
  developmentLimit: { limit: DEVELOPMENT_REQUESTS_MAX, windowMs: DEVELOPMENT_REQUESTS_PER_MS },

  async run({ caller, params, work }) {
    const lobby = await lobbyOfApplication(work, caller, params.lobby_id)
    const user = await findUser(work, params.user_id)
    if (!user) throw new ApiError('UNKNOWN_USER')
    if (!(await findLobbyMember(work, lobby.id, user.id))) throw new ApiError('UNKNOWN_MEMBER')
    return inviteToLinkedChannel(work, lobby, user)
  },
})

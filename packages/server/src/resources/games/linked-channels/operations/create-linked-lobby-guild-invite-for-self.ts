import { DEVELOPMENT_REQUESTS_MAX, DEVELOPMENT_REQUESTS_PER_MS, LobbyInviteObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { LOBBY_SCOPE, lobbyForMember } from '../../lobbies/index.ts'
import { inviteToLinkedChannel } from '../actions/invite.ts'

/** Create Lobby Channel Invite for Self. [END-25] */
export const createLinkedLobbyGuildInviteForSelf = operation({
  id: 'create_linked_lobby_guild_invite_for_self',
  method: 'POST',
  path: '/lobbies/:lobby_id/members/@me/invites',
  callers: ['bearer'],
  scope: LOBBY_SCOPE,
  params: Type.Object({ lobby_id: SnowflakeId }),
  responses: { 200: LobbyInviteObject },
  developmentLimit: { limit: DEVELOPMENT_REQUESTS_MAX, windowMs: DEVELOPMENT_REQUESTS_PER_MS },

  async run({ caller, params, work }) {
    const { lobby } = await lobbyForMember(work, caller, params.lobby_id)
    return inviteToLinkedChannel(work, lobby, caller.user)
  },
})

import { DEVELOPMENT_LINKS_MAX, DEVELOPMENT_REQUESTS_PER_MS, LobbyObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { LOBBY_SCOPE, presentLobby } from '../../lobbies/index.ts'
import { linkLobby } from '../actions/link.ts'

/** Link Channel to Lobby, and Unlink Channel from Lobby: without a channel it ends the link. [LOB-9] */
export const editLobbyChannelLink = operation({
  id: 'edit_lobby_channel_link',
  method: 'PATCH',
  path: '/lobbies/:lobby_id/channel-linking',
  callers: ['bearer'],
  scope: LOBBY_SCOPE,
  params: Type.Object({ lobby_id: SnowflakeId }),
  body: Type.Object({ channel_id: OptionalNullable(SnowflakeId) }),
  responses: { 200: LobbyObject },
  developmentLimit: { limit: DEVELOPMENT_LINKS_MAX, windowMs: DEVELOPMENT_REQUESTS_PER_MS },

  async run({ caller, params, body, work }) {
    return presentLobby(await linkLobby(work, caller, params.lobby_id, body.channel_id ?? null))
  },
})

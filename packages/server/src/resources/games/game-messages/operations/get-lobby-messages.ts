import { GAME_MESSAGES_PAGE_MAX, LobbyMessageObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, Type } from '../../../../validation/schema.ts'
import { LOBBY_SCOPE, lobbyForMember } from '../../lobbies/index.ts'
import { oldestReadableId } from '../actions/expire.ts'
import { hydrateGameMessages } from '../actions/hydrate.ts'
import { presentLobbyMessage } from '../present.ts'
import { LobbyParams } from '../requests.ts'
import { listGameMessages } from '../store.ts'

const PAGE_DEFAULT = 50

/** Get Lobby Messages: up to 200 of the last 72 hours, newest first, for members. [END-22] [END-23] [END-24] */
export const getLobbyMessages = operation({
  id: 'get_lobby_messages',
  method: 'GET',
  path: '/lobbies/:lobby_id/messages',
  callers: ['bearer'],
  scope: LOBBY_SCOPE,
  params: LobbyParams,
  query: Type.Object({ limit: Optional(Int(1, GAME_MESSAGES_PAGE_MAX)) }),
  responses: { 200: Type.Array(LobbyMessageObject) },

  async run({ caller, params, query, work, platform }) {
    const { lobby } = await lobbyForMember(work, caller, params.lobby_id)
    const page = await listGameMessages(work, lobby.id, oldestReadableId(work), query.limit ?? PAGE_DEFAULT)
    return (await hydrateGameMessages(work, page)).map((hydrated) =>
      presentLobbyMessage(hydrated, platform.attachmentUrls),
    )
  },
})

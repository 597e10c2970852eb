import { LobbyMessageObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { screenText } from '../../../messaging/messages/index.ts'
import { LOBBY_SCOPE, lobbyForMember } from '../../lobbies/index.ts'
import { sendLobbyMessage } from '../actions/lobby-message.ts'
import { holdLinkedChannel, relayNewMessage } from '../actions/relay.ts'
import { presentLobbyMessage } from '../present.ts'
import { DEVELOPMENT_LIMIT, LobbyMessageRequest, LobbyParams } from '../requests.ts'

/** Send Lobby Message: text of a member, which also goes to the linked channel. [END-20] [END-21] */
export const createLobbyMessage = operation({
  id: 'create_lobby_message',
  method: 'POST',
  path: '/lobbies/:lobby_id/messages',
  callers: ['bearer'],
  scope: LOBBY_SCOPE,
  params: LobbyParams,
  body: LobbyMessageRequest,
  responses: { 201: LobbyMessageObject },
  developmentLimit: DEVELOPMENT_LIMIT,

  async run({ caller, params, body, work, platform }) {
    const place = await lobbyForMember(work, caller, params.lobby_id)
    await screenText(work, caller.user, { text: body.content ?? '' })
    // The linked channel gets a message of the same id, and ids of a channel grow in the order of the commits.
    await holdLinkedChannel(work, place.lobby)
    const hydrated = await sendLobbyMessage(work, place, body)
    await relayNewMessage({ work, platform, caller }, place.lobby, hydrated.message)
    return presentLobbyMessage(hydrated, platform.attachmentUrls)
  },
})

import { ApiError, LobbyMessageObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { screenText } from '../../../messaging/messages/index.ts'
import { LOBBY_SCOPE } from '../../lobbies/index.ts'
import { ownLobbyMessage } from '../actions/lobby-message.ts'
import { relayEdit } from '../actions/relay.ts'
import { saveLobbyMessageEdit } from '../actions/save-lobby-message.ts'
import { presentLobbyMessage } from '../present.ts'
import { LobbyMessageParams, MessageTextRequest } from '../requests.ts'

/** Edits the text of the caller's own lobby message. */
export const updateLobbyMessage = operation({
  id: 'update_lobby_message',
  method: 'PATCH',
  path: '/lobbies/:lobby_id/messages/:message_id',
  callers: ['bearer'],
  scope: LOBBY_SCOPE,
  unlisted: true,
  params: LobbyMessageParams,
  body: MessageTextRequest,
  responses: { 200: LobbyMessageObject },

  async run({ caller, params, body, work, platform }) {
    const { lobby, message } = await ownLobbyMessage(work, caller, params)
    const content = body.content ?? ''
    if (content === '') throw new ApiError('EMPTY_MESSAGE')
    await screenText(work, caller.user, { text: content, isEdit: true })
    const hydrated = await saveLobbyMessageEdit(work, message, { content, edited_at: work.now })
    await relayEdit({ work, platform, caller }, lobby, hydrated.message)
    return presentLobbyMessage(hydrated, platform.attachmentUrls)
  },
})

import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { LOBBY_SCOPE } from '../../lobbies/index.ts'
import { ownLobbyMessage } from '../actions/lobby-message.ts'
import { relayDeletion } from '../actions/relay.ts'
import { removeLobbyMessage } from '../actions/save-lobby-message.ts'
import { LobbyMessageParams } from '../requests.ts'

/** Deletes the caller's own lobby message. */
export const deleteLobbyMessage = operation({
  id: 'delete_lobby_message',
  method: 'DELETE',
  path: '/lobbies/:lobby_id/messages/:message_id',
  callers: ['bearer'],
  scope: LOBBY_SCOPE,
  unlisted: true,
  params: LobbyMessageParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { lobby, message } = await ownLobbyMessage(work, caller, params)
    await removeLobbyMessage(work, message)
    await relayDeletion(work, lobby, message)
  },
})

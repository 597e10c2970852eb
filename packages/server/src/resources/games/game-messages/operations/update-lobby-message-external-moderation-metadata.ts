import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { lobbyOfApplication } from '../../lobbies/index.ts'
import { lobbyMessage } from '../actions/lobby-message.ts'
import { withModeration } from '../actions/moderate.ts'
import { saveChangedLobbyMessage } from '../actions/save-lobby-message.ts'
import { checkModerationMetadata, LobbyMessageParams, ModerationMetadata } from '../requests.ts'

/** Update Lobby Message Moderation Metadata: replaces the pairs of a lobby message. [END-64] [END-66] [LOB-4] */
export const updateLobbyMessageExternalModerationMetadata = operation({
  id: 'update_lobby_message_external_moderation_metadata',
  method: 'PUT',
  path: '/lobbies/:lobby_id/messages/:message_id/moderation-metadata',
  callers: ['bot'],
  params: LobbyMessageParams,
  body: ModerationMetadata,
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    checkModerationMetadata(body)
    const lobby = await lobbyOfApplication(work, caller, params.lobby_id)
    const message = await lobbyMessage(work, lobby, params.message_id)
    await saveChangedLobbyMessage(work, withModeration(message, body))
  },
})

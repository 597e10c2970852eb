import { ApiError, GameDirectMessageObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { editMessage, screenText } from '../../../messaging/messages/index.ts'
import { conversationWith } from '../actions/conversation.ts'
import { accessToDm, ownMessage } from '../actions/edit-dm.ts'
import { presentForGame } from '../actions/present-dm.ts'
import { saveGameDmMessageText } from '../actions/save-dm.ts'
import { demandMayWrite } from '../actions/write.ts'
import { presentGameDirectMessage } from '../present.ts'
import { MessageTextRequest, UserMessageParams } from '../requests.ts'

/** Edits the caller's own direct message. The rules of sending apply. (social-sdk.md, 6.6) */
export const updateMessageWithUser = operation({
  id: 'update_message_with_user',
  method: 'PATCH',
  path: '/users/:user_id/messages/:message_id',
  callers: ['bearer', 'person'],
  scope: 'dm_channels.messages.write',
  unlisted: true,
  params: UserMessageParams,
  body: MessageTextRequest,
  responses: { 200: GameDirectMessageObject },

  async run({ caller, params, body, work, platform }) {
    const own = await ownMessage(work, caller, params)
    await demandMayWrite(work, caller, await conversationWith(work, caller, params.user_id))
    const content = body.content ?? ''
    if (content === '' && !own.message.activity) throw new ApiError('EMPTY_MESSAGE')
    if (own.kind === 'game') {
      await screenText(work, caller.user, { text: content, isEdit: true })
      const { hydrated, loaded } = await saveGameDmMessageText(work, own.dm, own.message, content)
      return presentGameDirectMessage(hydrated, loaded, caller.userId)
    }
    const access = await accessToDm(work, caller, own.channel)
    const { permissions } = access
    const edit = { work, platform, location: access, permissions, message: own.message, body: { content }, files: [] }
    return presentForGame(caller, await editMessage(edit), platform.attachmentUrls)
  },
})

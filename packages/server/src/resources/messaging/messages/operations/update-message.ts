import { ApiError, ATTACHMENTS_MAX, demand, has, MessageObject, needs, Permission, refuse } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { carryOut, checkMessage, textOfMessage } from '../../../guild/auto-moderation/index.ts'
import { mayActIn } from '../../threads/index.ts'
import { editMessage } from '../actions/edit.ts'
import { saveMessage } from '../actions/save.ts'
import { presentMessageForCaller } from '../content-present.ts'
import { MessageEditRequest, MessageParams, withEmbedList } from '../requests.ts'
import { fileBytesMax, withEmbedSuppression } from '../rules.ts'

/** Edit Message. Others than the author may change SUPPRESS_EMBEDS alone, with MANAGE_MESSAGES. [END-60] */
export const updateMessage = operation({
  id: 'update_message',
  method: 'PATCH',
  path: '/channels/:channel_id/messages/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  body: MessageEditRequest,
  fromVersion9: withEmbedList,
  filesMax: ATTACHMENTS_MAX,
  responses: { 200: MessageObject },
  limit: { limit: 5, windowMs: 5_000 },

  async run({ caller, params, body, files, work, platform }) {
    const { message, ...access } = await messageForCaller(work, caller, params)
    const { channel, permissions, view } = access
    demand(mayActIn(channel.thread_metadata))
    if (channel.thread_metadata?.locked && !has(permissions, Permission.MANAGE_THREADS))
      throw new ApiError('THREAD_LOCKED')
    if (message.author_id === caller.userId && message.webhook === null) {
      const bytesMax = fileBytesMax(caller.user, view?.guild)
      const edit = { work, platform, location: access, permissions, message, body, files, fileBytesMax: bytesMax }
      const offence = await checkMessage(work, access, caller.user, { content: textOfMessage(body), isEdit: true })
      const edited = await editMessage(edit)
      if (offence) await carryOut(work, { ...offence, messageId: message.id })
      return presentMessageForCaller(caller, edited, platform.attachmentUrls)
    }
    const onlyFlags = Object.keys(body).every((key) => key === 'flags') && body.flags != null && files.length === 0
    if (!onlyFlags) demand(refuse('CANNOT_EDIT_MESSAGE_OF_OTHERS', 'only the author edits'))
    demand(needs(permissions, Permission.MANAGE_MESSAGES))
    const flags = withEmbedSuppression(message.flags, body.flags ?? 0)
    const saved = await saveMessage(work, access, message, { flags })
    return presentMessageForCaller(caller, saved, platform.attachmentUrls)
  },
})

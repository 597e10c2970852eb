import { ApiError, ATTACHMENTS_MAX, demand, has, MessageObject, Permission, refuse } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { carryOut, checkMessage, writtenIn } from '../../auto-moderation/index.ts'
import { changeMessage, suppressed } from '../change.ts'
import { presentFor } from '../content.ts'
import { editMessage } from '../edit.ts'
import { messageWith } from '../load.ts'
import { MessageParams } from '../params.ts'
import { fileBytesMax } from '../rules.ts'
import { MessageEditBody, withEmbedList } from '../schema.ts'

/** Edit Message: all of one's own; of others with MANAGE_MESSAGES the embeds' suppression alone. [END-60] */
export const updateMessage = operation({
  id: 'update_message',
  method: 'PATCH',
  path: '/channels/:channel_id/messages/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  body: MessageEditBody,
  fromVersion9: withEmbedList,
  filesMax: ATTACHMENTS_MAX,
  responses: { 200: MessageObject },
  limit: { limit: 5, windowMs: 5_000 },

  async run({ caller, params, body, files, work, platform }) {
    const { message, ...place } = await messageWith(work, caller, params)
    if (place.channel.thread_metadata?.archived) throw new ApiError('THREAD_ARCHIVED')
    if (place.channel.thread_metadata?.locked && !has(place.permissions, Permission.MANAGE_THREADS))
      throw new ApiError('THREAD_LOCKED')
    if (message.author_id === caller.userId && message.webhook === null) {
      const { permissions } = place
      const edit = { work, platform, place, permissions, message, body, files }
      const bytesMax = fileBytesMax(caller.user, place.view?.guild)
      const offence = await checkMessage(work, place, caller.user, { content: writtenIn(body), isEdit: true })
      const shown = await editMessage({ ...edit, fileBytesMax: bytesMax })
      if (offence) await carryOut(work, { ...offence, messageId: message.id })
      return presentFor(caller, shown, platform.attachmentUrls)
    }
    const onlyFlags = Object.keys(body).every((key) => key === 'flags') && body.flags != null && files.length === 0
    if (!onlyFlags) demand(refuse('CANNOT_EDIT_MESSAGE_OF_OTHERS', 'only the author edits'))
    if (!has(place.permissions, Permission.MANAGE_MESSAGES)) throw new ApiError('MISSING_PERMISSIONS')
    return presentFor(
      caller,
      await changeMessage(work, place, message, { flags: suppressed(message.flags, body.flags ?? 0) }),
      platform.attachmentUrls,
    )
  },
})

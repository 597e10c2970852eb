import { ApiError, has, MessageObject, Permission } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { presentFor } from '../content.ts'
import { shownMessages } from '../list.ts'
import { messageWith } from '../load.ts'
import { MessageParams } from '../params.ts'

/** Get Channel Message. */
export const getMessage = operation({
  id: 'get_message',
  method: 'GET',
  path: '/channels/:channel_id/messages/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 200: MessageObject },

  async run({ caller, params, work, platform }) {
    const { message, permissions } = await messageWith(work, caller, params)
    if (!has(permissions, Permission.READ_MESSAGE_HISTORY)) throw new ApiError('MISSING_PERMISSIONS')
    const [shown] = await shownMessages(work, [message], caller.userId)
    if (!shown) throw new ApiError('UNKNOWN_MESSAGE')
    return presentFor(caller, shown, platform.attachmentUrls)
  },
})

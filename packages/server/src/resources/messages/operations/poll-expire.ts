import { ApiError, MessageObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { presentFor } from '../content.ts'
import { messageWith } from '../load.ts'
import { MessageParams } from '../params.ts'
import { finishPoll, pollOf } from '../polls.ts'

/** End Poll: one's own, before its time. */
export const pollExpire = operation({
  id: 'poll_expire',
  method: 'POST',
  path: '/channels/:channel_id/polls/:message_id/expire',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 200: MessageObject },

  async run({ caller, params, work, platform }) {
    const { message, ...place } = await messageWith(work, caller, params)
    pollOf(message)
    if (message.author_id !== caller.userId) throw new ApiError('CANNOT_EDIT_MESSAGE_OF_OTHERS')
    const shown = await finishPoll(work, place, message)
    await work.cancel('poll-expired', message.id.toString())
    return presentFor(caller, shown, platform.attachmentUrls)
  },
})

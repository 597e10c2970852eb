import { ApiError, demand, MessageObject } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { mayActIn } from '../../threads/index.ts'
import { endPoll, getPoll } from '../actions/poll.ts'
import { presentMessageForCaller } from '../content-present.ts'
import { pollExpires } from '../jobs.ts'
import { MessageParams } from '../requests.ts'

/** End Poll: the author ends a poll before its expiry. */
export const pollExpire = operation({
  id: 'poll_expire',
  method: 'POST',
  path: '/channels/:channel_id/polls/:message_id/expire',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 200: MessageObject },

  async run({ caller, params, work, platform }) {
    const { message, ...access } = await messageForCaller(work, caller, params)
    getPoll(message)
    if (message.author_id !== caller.userId) throw new ApiError('CANNOT_EDIT_MESSAGE_OF_OTHERS')
    demand(mayActIn(access.channel.thread_metadata))
    const hydrated = await endPoll(work, access, message)
    await work.cancel(pollExpires, message.id.toString())
    return presentMessageForCaller(caller, hydrated, platform.attachmentUrls)
  },
})

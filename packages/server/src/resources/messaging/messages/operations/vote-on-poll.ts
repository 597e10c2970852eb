import { demand, Permission, POLL_ANSWERS_MAX } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, NoContent, Type } from '../../../../validation/schema.ts'
import { mayActIn } from '../../threads/index.ts'
import { vote } from '../actions/poll.ts'
import { MessageParams } from '../requests.ts'

/** Replaces a person's votes; an empty list removes them. Applications cannot vote. */
export const voteOnPoll = operation({
  id: 'vote_on_poll',
  method: 'PUT',
  path: '/channels/:channel_id/polls/:message_id/answers/@me',
  callers: ['person'],
  unlisted: true,
  params: MessageParams,
  body: Type.Object({ answer_ids: Type.Array(Int(1, 1000), { maxItems: POLL_ANSWERS_MAX }) }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const { message, ...access } = await messageForCaller(work, caller, params, Permission.READ_MESSAGE_HISTORY)
    demand(mayActIn(access.channel.thread_metadata))
    await vote(work, access, message, caller.user, body.answer_ids)
  },
})

import { Permission, POLL_ANSWERS_MAX } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Int, NoContent, Type } from '../../../validation/schema.ts'
import { messageWith } from '../load.ts'
import { MessageParams } from '../params.ts'
import { vote } from '../polls.ts'

/** A person's vote, whole: an empty list takes it back. Applications have none. */
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
    const { message, ...place } = await messageWith(work, caller, params, Permission.READ_MESSAGE_HISTORY)
    await vote(work, place, message, caller.user, body.answer_ids)
  },
})

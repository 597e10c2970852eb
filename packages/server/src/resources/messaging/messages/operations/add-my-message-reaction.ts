import { demand, Permission } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { mayActIn } from '../../threads/index.ts'
import { react } from '../actions/react.ts'
import { ReactionParams } from '../requests.ts'

/** Create Reaction. */
export const addMyMessageReaction = operation({
  id: 'add_my_message_reaction',
  method: 'PUT',
  path: '/channels/:channel_id/messages/:message_id/reactions/:emoji_name/@me',
  callers: ['bot', 'person'],
  params: ReactionParams,
  responses: { 204: NoContent },
  limit: { limit: 1, windowMs: 250 },

  async run({ caller, params, work }) {
    const { message, ...access } = await messageForCaller(work, caller, params, Permission.READ_MESSAGE_HISTORY)
    demand(mayActIn(access.channel.thread_metadata))
    await react(work, caller, access, message, params.emoji_name)
  },
})

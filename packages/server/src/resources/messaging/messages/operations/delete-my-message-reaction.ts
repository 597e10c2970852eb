import { demand, Permission } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { mayActIn } from '../../threads/index.ts'
import { unreact } from '../actions/react.ts'
import { ReactionParams } from '../requests.ts'

/** Delete Own Reaction. */
export const deleteMyMessageReaction = operation({
  id: 'delete_my_message_reaction',
  method: 'DELETE',
  path: '/channels/:channel_id/messages/:message_id/reactions/:emoji_name/@me',
  callers: ['bot', 'person'],
  params: ReactionParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { message, ...access } = await messageForCaller(work, caller, params, Permission.READ_MESSAGE_HISTORY)
    demand(mayActIn(access.channel.thread_metadata))
    await unreact(work, access, message, { emojiName: params.emoji_name, userId: caller.userId })
  },
})

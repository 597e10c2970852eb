import { demand, Permission } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { mayActIn } from '../../threads/index.ts'
import { unreact } from '../actions/react.ts'
import { ReactionParams } from '../requests.ts'

/** Delete All Reactions for Emoji. */
export const deleteAllMessageReactionsByEmoji = operation({
  id: 'delete_all_message_reactions_by_emoji',
  method: 'DELETE',
  path: '/channels/:channel_id/messages/:message_id/reactions/:emoji_name',
  callers: ['bot', 'person'],
  params: ReactionParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { message, ...access } = await messageForCaller(work, caller, params, Permission.MANAGE_MESSAGES)
    demand(mayActIn(access.channel.thread_metadata))
    await unreact(work, access, message, { emojiName: params.emoji_name })
  },
})

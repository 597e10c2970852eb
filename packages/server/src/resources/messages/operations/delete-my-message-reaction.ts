import { Permission } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { messageWith } from '../load.ts'
import { ReactionParams } from '../reactions.ts'
import { unreact } from '../unreact.ts'

/** Delete Own Reaction. */
export const deleteMyMessageReaction = operation({
  id: 'delete_my_message_reaction',
  method: 'DELETE',
  path: '/channels/:channel_id/messages/:message_id/reactions/:emoji_name/@me',
  callers: ['bot', 'person'],
  params: ReactionParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { message, ...place } = await messageWith(work, caller, params, Permission.READ_MESSAGE_HISTORY)
    await unreact(work, place, message, { emojiName: params.emoji_name, userId: caller.userId })
  },
})

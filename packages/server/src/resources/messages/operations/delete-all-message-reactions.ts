import { Permission } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { messageWith } from '../load.ts'
import { MessageParams } from '../params.ts'
import { unreact } from '../unreact.ts'

/** Delete All Reactions. */
export const deleteAllMessageReactions = operation({
  id: 'delete_all_message_reactions',
  method: 'DELETE',
  path: '/channels/:channel_id/messages/:message_id/reactions',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { message, ...place } = await messageWith(work, caller, params, Permission.MANAGE_MESSAGES)
    await unreact(work, place, message, {})
  },
})

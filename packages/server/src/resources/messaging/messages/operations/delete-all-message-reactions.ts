import { demand, Permission } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { mayActIn } from '../../threads/index.ts'
import { unreact } from '../actions/react.ts'
import { MessageParams } from '../requests.ts'

/** Delete All Reactions. */
export const deleteAllMessageReactions = operation({
  id: 'delete_all_message_reactions',
  method: 'DELETE',
  path: '/channels/:channel_id/messages/:message_id/reactions',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { message, ...access } = await messageForCaller(work, caller, params, Permission.MANAGE_MESSAGES)
    demand(mayActIn(access.channel.thread_metadata))
    await unreact(work, access, message, {})
  },
})

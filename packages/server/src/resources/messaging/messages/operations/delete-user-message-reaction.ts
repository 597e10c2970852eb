import { demand, Permission } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { mayActIn } from '../../threads/index.ts'
import { unreact } from '../actions/react.ts'

/** Delete User Reaction. */
export const deleteUserMessageReaction = operation({
  id: 'delete_user_message_reaction',
  method: 'DELETE',
  path: '/channels/:channel_id/messages/:message_id/reactions/:emoji_name/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({
    channel_id: SnowflakeId,
    message_id: SnowflakeId,
    emoji_name: Text(1, 200),
    user_id: SnowflakeId,
  }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { message, ...access } = await messageForCaller(work, caller, params, Permission.MANAGE_MESSAGES)
    demand(mayActIn(access.channel.thread_metadata))
    await unreact(work, access, message, { emojiName: params.emoji_name, userId: params.user_id })
  },
})

import { ApiError, Message, Permission } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Optional, SnowflakeId, Text, Type } from '../../../kernel/schema.ts'
import { channelWith } from '../../channels/index.ts'
import { postMessage } from '../post.ts'
import { presentMessage } from '../present.ts'

/** Create Message. */
export const createMessage = operation({
  id: 'create_message',
  method: 'POST',
  path: '/channels/:channel_id/messages',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Type.Object({ content: Optional(Text(0, 2000)) }),
  answers: { 200: Message },
  limit: { limit: 5, windowMs: 5_000 },

  async run({ caller, params, body, work }) {
    const place = await channelWith(work, caller, params.channel_id, Permission.SEND_MESSAGES)
    if (!body.content) throw new ApiError('EMPTY_MESSAGE')
    return presentMessage(await postMessage(work, place, { author: caller.user, content: body.content }))
  },
})

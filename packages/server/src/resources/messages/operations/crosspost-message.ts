import { ApiError, ChannelType, has, Message, MessageFlag, Permission } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { changeMessage } from '../change.ts'
import { messageWith } from '../load.ts'
import { MessageParams } from '../params.ts'
import { presentMessage } from '../present.ts'

/** Crosspost Message: marks a message of an announcement channel as published. */
export const crosspostMessage = operation({
  id: 'crosspost_message',
  method: 'POST',
  path: '/channels/:channel_id/messages/:message_id/crosspost',
  callers: ['bot', 'person'],
  params: MessageParams,
  answers: { 200: Message },
  limit: { limit: 10, windowMs: 3_600_000 },

  async run({ caller, params, work }) {
    const { message, ...place } = await messageWith(work, caller, params, Permission.SEND_MESSAGES)
    if (place.channel.type !== ChannelType.GUILD_ANNOUNCEMENT) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    const own = message.author_id === caller.userId
    if (!own && !has(place.permissions, Permission.MANAGE_MESSAGES)) throw new ApiError('MISSING_PERMISSIONS')
    if (message.flags & MessageFlag.CROSSPOSTED) throw new ApiError('ALREADY_CROSSPOSTED')
    return presentMessage(await changeMessage(work, place, message, { flags: message.flags | MessageFlag.CROSSPOSTED }))
  },
})

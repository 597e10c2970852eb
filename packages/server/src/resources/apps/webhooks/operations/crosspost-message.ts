import { ApiError, ChannelType, demand, MessageFlag, MessageObject, Permission } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentMessageForCaller, saveMessage } from '../../../messaging/messages/index.ts'
import { scheduleCrosspost } from '../actions/crosspost.ts'
import { mayPublish } from '../rules.ts'

/** Crosspost Message: publishes a message of an announcement channel to the channels that follow. */
export const crosspostMessage = operation({
  id: 'crosspost_message',
  method: 'POST',
  path: '/channels/:channel_id/messages/:message_id/crosspost',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, message_id: SnowflakeId }),
  responses: { 200: MessageObject },
  limit: { limit: 10, windowMs: 3_600_000 },

  async run({ caller, params, work, platform }) {
    const { message, ...access } = await messageForCaller(work, caller, params, Permission.SEND_MESSAGES)
    if (access.channel.type !== ChannelType.GUILD_ANNOUNCEMENT) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    demand(mayPublish(access.permissions, message.author_id === caller.userId))
    if (message.flags & MessageFlag.CROSSPOSTED) throw new ApiError('ALREADY_CROSSPOSTED')
    const flags = message.flags | MessageFlag.CROSSPOSTED
    const hydrated = await saveMessage(work, access, message, { flags })
    await scheduleCrosspost(work, { channelId: message.channel_id, messageId: message.id, after: 0n })
    return presentMessageForCaller(caller, hydrated, platform.attachmentUrls)
  },
})

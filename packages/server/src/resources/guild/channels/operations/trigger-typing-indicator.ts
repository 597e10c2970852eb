import { Permission } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { guildTopic, userTopic } from '../../../../kernel/event.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { typingStart } from '../events.ts'

/** Trigger Typing Indicator. */
export const triggerTypingIndicator = operation({
  id: 'trigger_typing_indicator',
  method: 'POST',
  path: '/channels/:channel_id/typing',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  concurrent: true,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { channel, member } = await channelForCaller(work, caller, params.channel_id, Permission.SEND_MESSAGES)
    const typing = {
      channelId: channel.id,
      guildId: channel.guild_id,
      userId: caller.userId,
      at: work.now,
      ...(member ? { member: { member, user: caller.user } } : {}),
    }
    if (channel.guild_id !== null) work.emit(typingStart, guildTopic(channel.guild_id), typing)
    else for (const id of channel.recipient_ids) work.emit(typingStart, userTopic(id), typing)
  },
})

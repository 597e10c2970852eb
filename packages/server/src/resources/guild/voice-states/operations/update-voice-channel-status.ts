import { ApiError, AuditLogAction, ChannelType, demand, VOICE_STATUS_MAX } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { guildTopic } from '../../../../kernel/event.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, OptionalNullable, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { audit } from '../../audit-log/index.ts'
import { voiceChannelStatusUpdate } from '../events.ts'
import { maySetStatus } from '../rules.ts'

/** Set Voice Channel Status. [END-32] [END-33] [END-34] [END-35] [VCI-5] [VCI-6] [VCI-7] */
export const updateVoiceChannelStatus = operation({
  id: 'update_voice_channel_status',
  method: 'PUT',
  path: '/channels/:channel_id/voice-status',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Type.Object({ status: OptionalNullable(Text(0, VOICE_STATUS_MAX)) }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const { channel, view, permissions } = await channelForCaller(work, caller, params.channel_id)
    if (!view || channel.type !== ChannelType.GUILD_VOICE) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    const connected = view.voiceStates.get(caller.userId)?.channel_id === channel.id
    demand(maySetStatus(permissions, connected))
    const status = body.status || null
    if (status === (view.voiceChannels.get(channel.id)?.status ?? null)) return
    work.emit(voiceChannelStatusUpdate, guildTopic(view.id), { guildId: view.id, channelId: channel.id, status })
    const channel_id = channel.id.toString()
    await audit(work, {
      guildId: view.id,
      targetId: channel.id,
      action: status === null ? AuditLogAction.VOICE_CHANNEL_STATUS_DELETE : AuditLogAction.VOICE_CHANNEL_STATUS_UPDATE,
      options: status === null ? { channel_id } : { channel_id, status },
    })
  },
})

import { ApiError, ChannelObject, ChannelType } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { ChannelBody, presentChannel, presentDm, updateGuildChannel } from '../../../guild/channels/index.ts'
import { updateGroupDm } from '../../group-dms/index.ts'
import { updateThread } from '../../threads/index.ts'

/** Modify Channel: guild channels, threads and group DMs. [PRM-20] [CH-13] */
export const updateChannel = operation({
  id: 'update_channel',
  method: 'PATCH',
  path: '/channels/:channel_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: ChannelBody,
  responses: { 200: ChannelObject },
  limit: { limit: 10, windowMs: 15_000 },

  async run({ caller, params, body, work, platform }) {
    const access = await channelForCaller(work, caller, params.channel_id)
    const { channel, view } = access
    if (view && channel.thread_metadata)
      return presentChannel(await updateThread(work, view, access, caller.user, body))
    if (view) return presentChannel(await updateGuildChannel(work, view, access, body))
    if (channel.type !== ChannelType.GROUP_DM) throw new ApiError('CANNOT_EXECUTE_ON_DM')
    const edited = await updateGroupDm(work, platform, caller.user, channel, body)
    return presentDm(edited.channel, caller.userId, edited.recipients)
  },
})

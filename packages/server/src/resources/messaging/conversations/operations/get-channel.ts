import { ChannelObject } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { presentChannel, presentDm } from '../../../guild/channels/index.ts'
import { findThreadMember, presentThreadFor } from '../../threads/index.ts'

/** Get Channel: guild channels, threads with the caller's membership, and DMs. */
export const getChannel = operation({
  id: 'get_channel',
  method: 'GET',
  path: '/channels/:channel_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  responses: { 200: ChannelObject },

  async run({ caller, params, work }) {
    const { channel } = await channelForCaller(work, caller, params.channel_id)
    if (channel.thread_metadata)
      return presentThreadFor(channel, await findThreadMember(work, channel.id, caller.userId))
    if (channel.guild_id !== null) return presentChannel(channel)
    return presentDm(channel, caller.userId, [...(await listUsers(work, channel.recipient_ids)).values()])
  },
})

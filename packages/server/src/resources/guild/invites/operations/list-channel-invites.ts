import { ApiError, InviteObject, Permission } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { loadInviteObjects } from '../actions/load-objects.ts'
import * as store from '../store.ts'

/** Get Channel Invites with their metadata. [END-54] [INV-3] */
export const listChannelInvites = operation({
  id: 'list_channel_invites',
  method: 'GET',
  path: '/channels/:channel_id/invites',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  responses: { 200: Type.Array(InviteObject) },

  async run({ caller, params, work }) {
    const { view } = await channelForCaller(work, caller, params.channel_id, Permission.MANAGE_CHANNELS)
    if (!view) throw new ApiError('CANNOT_EXECUTE_ON_DM')
    const invites = await store.listInvites(work, { guildId: view.id, channelId: params.channel_id }, work.now)
    return loadInviteObjects(work, view, invites, { metadata: true })
  },
})

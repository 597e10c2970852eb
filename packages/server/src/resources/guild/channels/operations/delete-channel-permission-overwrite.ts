import { ApiError, demand, Permission } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { overwriteActor, saveWithOverwrites, syncOverwrites } from '../actions/overwrites.ts'
import { mayOverwrite } from '../rules.ts'

/** Delete Channel Permission. */
export const deleteChannelPermissionOverwrite = operation({
  id: 'delete_channel_permission_overwrite',
  method: 'DELETE',
  path: '/channels/:channel_id/permissions/:overwrite_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, overwrite_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const access = await channelForCaller(work, caller, params.channel_id, Permission.MANAGE_ROLES)
    const { channel, view, member, permissions } = access
    const before = channel.permission_overwrites.find((entry) => entry.id === params.overwrite_id)
    if (!view || !member || !before) throw new ApiError('UNKNOWN_PERMISSION_OVERWRITE')
    demand(mayOverwrite(overwriteActor(view, channel, member, permissions, work.now), before, { allow: 0n, deny: 0n }))
    const permission_overwrites = channel.permission_overwrites.filter(({ id }) => id !== params.overwrite_id)
    const changed = { ...channel, permission_overwrites }
    await saveWithOverwrites(work, view, channel, changed)
    await syncOverwrites(work, view, channel, changed)
  },
})

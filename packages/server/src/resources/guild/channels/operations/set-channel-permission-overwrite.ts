import { ApiError, demand, OVERWRITES_MAX, Permission } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, NoContent, Nullable, Optional, PermissionBits, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { overwriteActor, saveWithOverwrites, syncOverwrites } from '../actions/overwrites.ts'
import { mayOverwrite } from '../rules.ts'

/** Edit Channel Permissions. An equal overwrite is not audited. */
export const setChannelPermissionOverwrite = operation({
  id: 'set_channel_permission_overwrite',
  method: 'PUT',
  path: '/channels/:channel_id/permissions/:overwrite_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, overwrite_id: SnowflakeId }),
  body: Type.Object({
    type: Int(0, 1),
    allow: Optional(Nullable(PermissionBits)),
    deny: Optional(Nullable(PermissionBits)),
  }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const access = await channelForCaller(work, caller, params.channel_id, Permission.MANAGE_ROLES)
    const { channel, view, member, permissions } = access
    if (!view || !member || channel.thread_metadata) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    const overwrite = { id: params.overwrite_id, type: body.type, allow: body.allow ?? 0n, deny: body.deny ?? 0n }
    if (overwrite.type === 0 && !view.roles.has(overwrite.id)) throw new ApiError('UNKNOWN_ROLE')
    const before = channel.permission_overwrites.find((entry) => entry.id === overwrite.id)
    demand(mayOverwrite(overwriteActor(view, channel, member, permissions, work.now), before, overwrite))
    if (!before && channel.permission_overwrites.length >= OVERWRITES_MAX)
      throw new ApiError('TOO_MANY_PERMISSION_OVERWRITES')
    const permission_overwrites = [...channel.permission_overwrites.filter(({ id }) => id !== overwrite.id), overwrite]
    const changed = { ...channel, permission_overwrites }
    await saveWithOverwrites(work, view, channel, changed)
    await syncOverwrites(work, view, channel, changed)
  },
})

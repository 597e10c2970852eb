import { ApiError, Permission } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Int, NoContent, Nullable, Optional, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { guildWith } from '../access.ts'
import { checkParent, saveChannel } from '../manage.ts'

/** Modify Guild Channel Positions. */
export const bulkUpdateGuildChannels = operation({
  id: 'bulk_update_guild_channels',
  method: 'PATCH',
  path: '/guilds/:guild_id/channels',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Array(
    Type.Object({
      id: SnowflakeId,
      position: Optional(Nullable(Int(0, 100_000))),
      lock_permissions: Optional(Nullable(Type.Boolean())),
      parent_id: Optional(Nullable(SnowflakeId)),
    }),
    { maxItems: 500 },
  ),
  answers: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const { view } = await guildWith(work, caller, params.guild_id, Permission.MANAGE_CHANNELS)
    const moves = body.map((move) => {
      const channel = view.channels.get(move.id)
      if (!channel || channel.thread_metadata) throw new ApiError('UNKNOWN_CHANNEL')
      if (move.parent_id !== undefined) checkParent(view, move.parent_id, channel.id)
      return { move, channel }
    })
    for (const { move, channel } of moves) {
      const parentId = move.parent_id === undefined ? channel.parent_id : move.parent_id
      const parent = parentId === null ? undefined : view.channels.get(parentId)
      const permission_overwrites =
        move.lock_permissions && parent ? parent.permission_overwrites : channel.permission_overwrites
      const changed = {
        ...channel,
        position: move.position ?? channel.position,
        parent_id: parentId,
        permission_overwrites,
      }
      await saveChannel(work, channel, changed)
    }
  },
})

import { ApiError, demand, type Snowflake } from '@guildhall/protocol'
import { usableChannelPermissions } from '../../../../access/channel.ts'
import { type GuildAccess, guildForCaller } from '../../../../access/guild.ts'
import type { Channel } from '../../../../kernel/model.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { Int, NoContent, Nullable, Optional, SnowflakeId, type Static, Type } from '../../../../validation/schema.ts'
import { demandMayOverwrite, overwriteActor, saveWithOverwrites } from '../actions/overwrites.ts'
import { checkParent, flagsAfter } from '../requests.ts'
import { mayMove } from '../rules.ts'

const Moves = Type.Array(
  Type.Object({
    id: SnowflakeId,
    position: Optional(Nullable(Int(0, 100_000))),
    lock_permissions: Optional(Nullable(Type.Boolean())),
    parent_id: Optional(Nullable(SnowflakeId)),
    flags: Optional(Nullable(Int(0, 2 ** 31 - 1))),
  }),
  { maxItems: 500 },
)

/** Modify Guild Channel Positions. Each move needs its own permissions; one move may change a parent. */
export const bulkUpdateGuildChannels = operation({
  id: 'bulk_update_guild_channels',
  method: 'PATCH',
  path: '/guilds/:guild_id/channels',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Moves,
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    const moved = new Map<Snowflake, Channel>()
    let newParents = 0
    for (const move of body) {
      const channel = moved.get(move.id) ?? guild.view.channels.get(move.id)
      if (!channel || channel.thread_metadata) throw new ApiError('UNKNOWN_CHANNEL')
      const after = movedChannel(work, guild, channel, move)
      if (after.parent_id !== channel.parent_id) newParents += 1
      moved.set(move.id, after)
    }
    if (newParents > 1) throw new ApiError('ONE_PARENT_AT_A_TIME')
    for (const [id, after] of moved) {
      const before = guild.view.channels.get(id)
      if (before) await saveWithOverwrites(work, guild.view, before, after)
    }
  },
})

function movedChannel(work: Work, guild: GuildAccess, channel: Channel, move: Static<typeof Moves>[number]): Channel {
  const { view, member, permissions } = guild
  const parent_id = move.parent_id === undefined ? channel.parent_id : move.parent_id
  const newParent = parent_id !== channel.parent_id
  const permissionsIn = (id: Snowflake | null) => {
    const category = id === null ? undefined : view.channels.get(id)
    return category ? usableChannelPermissions(work, guild, category) : null
  }
  const syncsOverwrites = move.lock_permissions === true && newParent
  const inChannel = usableChannelPermissions(work, guild, channel)
  const known = {
    guild: permissions,
    channel: inChannel,
    from: permissionsIn(channel.parent_id),
    to: permissionsIn(parent_id),
  }
  const flags = move.flags == null ? channel.flags : flagsAfter(channel, move.flags)
  demand(mayMove(known, { newParent, newFlags: flags !== channel.flags, syncsOverwrites }))
  if (newParent) checkParent(view, parent_id, channel)
  const parent = parent_id === null ? undefined : view.channels.get(parent_id)
  const permission_overwrites = syncsOverwrites && parent ? parent.permission_overwrites : channel.permission_overwrites
  demandMayOverwrite(
    { ...overwriteActor(view, channel, member, inChannel, work.now), managesHere: true },
    channel.permission_overwrites,
    permission_overwrites,
  )
  return { ...channel, position: move.position ?? channel.position, parent_id, permission_overwrites, flags }
}

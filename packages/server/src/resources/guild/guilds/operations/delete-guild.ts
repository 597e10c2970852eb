import { demand } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { channelUnlinked } from '../../channels/consequences.ts'
import { updateGuildTagOfUsers } from '../../members/index.ts'
import { deleteGuild as deleteWholeGuild } from '../actions/save.ts'
import { mayDeleteGuild } from '../rules.ts'

/** Delete Guild, with all its contents; only the owner can. Jobs that are due later find no guild and do nothing. */
export const deleteGuild = operation({
  id: 'delete_guild',
  method: 'DELETE',
  path: '/guilds/:guild_id',
  callers: ['person'],
  freshFactor: true,
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    demand(mayDeleteGuild(view.guild, caller.userId))
    for (const channel of view.channels.values()) if (channel.linked_lobby) await work.follow(channelUnlinked, channel)
    await updateGuildTagOfUsers(work, view.id, null)
    await deleteWholeGuild(work, view)
  },
})

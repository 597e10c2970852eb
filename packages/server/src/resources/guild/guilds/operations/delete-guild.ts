import { demand } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { endGuild } from '../actions/end-guild.ts'
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
    await endGuild(work, view)
  },
})

import { GuildObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { editGuild } from '../actions/edit.ts'
import { presentGuild } from '../present.ts'
import { GuildBody } from '../requests.ts'

/** Modify Guild. [PRM-21] [GLD-1] */
export const updateGuild = operation({
  id: 'update_guild',
  method: 'PATCH',
  path: '/guilds/:guild_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: GuildBody,
  responses: { 200: GuildObject },

  async run({ caller, params, body, work, platform }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    return presentGuild(guild.view, await editGuild(work, platform, guild, body))
  },
})

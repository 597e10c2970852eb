import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'

import { offersInGuild, presentOffers } from '../actions/offers.ts'
import { CommandIndex } from '../requests.ts'

/** Lists the commands that a user can use in at least one channel of a guild. */
export const listGuildUsableApplicationCommands = operation({
  id: 'list_guild_usable_application_commands',
  method: 'GET',
  path: '/guilds/:guild_id/application-command-index',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: CommandIndex },

  async run({ caller, params, locale, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    return presentOffers(await offersInGuild(work, guild), locale())
  },
})

import { demand, Permission, VanityUrlObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { mayHaveVanityUrl } from '../rules.ts'
import { findVanityUrlOfGuild } from '../vanity-store.ts'

/** Get Guild Vanity URL: its code and number of uses. */
export const getGuildVanityUrl = operation({
  id: 'get_guild_vanity_url',
  method: 'GET',
  path: '/guilds/:guild_id/vanity-url',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: VanityUrlObject },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    demand(mayHaveVanityUrl(view.guild.features))
    const used = await findVanityUrlOfGuild(work, view.id)
    return { code: view.guild.vanity_url_code, uses: used?.uses ?? 0 }
  },
})

import { GuildObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { Optional, SnowflakeId, Type } from '../../../validation/schema.ts'
import { presentGuild } from '../present.ts'

/** Get Guild. */
export const getGuild = operation({
  id: 'get_guild',
  method: 'GET',
  path: '/guilds/:guild_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  query: Type.Object({ with_counts: Optional(Type.Boolean()) }),
  responses: { 200: GuildObject },

  async run({ caller, params, query, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    const online = [...view.presences.values()].filter((presence) => presence.status !== 'offline').length
    const counts = { approximate_member_count: view.memberCount, approximate_presence_count: online }
    return { ...presentGuild(view), ...(query.with_counts ? counts : {}) }
  },
})

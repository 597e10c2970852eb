import { BANS_PAGE_MAX, BanObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { presentBan } from '../present.ts'
import * as store from '../store.ts'

/** Get Guild Bans. */
export const listGuildBans = operation({
  id: 'list_guild_bans',
  method: 'GET',
  path: '/guilds/:guild_id/bans',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  query: Type.Object({
    limit: Optional(Int(1, BANS_PAGE_MAX)),
    before: Optional(SnowflakeId),
    after: Optional(SnowflakeId),
  }),
  responses: { 200: Type.Array(BanObject) },

  async run({ caller, params, query, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.BAN_MEMBERS)
    const bans = await store.listBans(work, view.id, query, query.limit ?? BANS_PAGE_MAX)
    const users = await listUsers(
      work,
      bans.map((ban) => ban.user_id),
    )
    return bans.flatMap((ban) => {
      const user = users.get(ban.user_id)
      return user ? [presentBan(ban, user)] : []
    })
  },
})

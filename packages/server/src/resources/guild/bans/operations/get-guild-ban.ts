import { ApiError, BanObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { presentBan } from '../present.ts'
import * as store from '../store.ts'

/** Get Guild Ban. */
export const getGuildBan = operation({
  id: 'get_guild_ban',
  method: 'GET',
  path: '/guilds/:guild_id/bans/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 200: BanObject },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.BAN_MEMBERS)
    const ban = await store.findBan(work, view.id, params.user_id)
    const user = ban && (await findUser(work, ban.user_id))
    if (!ban || !user) throw new ApiError('UNKNOWN_BAN')
    return presentBan(ban, user)
  },
})

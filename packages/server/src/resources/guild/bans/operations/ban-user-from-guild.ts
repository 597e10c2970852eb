import { Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { banUser } from '../actions/ban.ts'
import { BanBody } from '../requests.ts'

/** Create Guild Ban. */
export const banUserFromGuild = operation({
  id: 'ban_user_from_guild',
  method: 'PUT',
  path: '/guilds/:guild_id/bans/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId }),
  body: BanBody,
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.BAN_MEMBERS)
    const deleteSeconds = body.delete_message_seconds ?? (body.delete_message_days ?? 0) * 86_400
    await banUser(work, guild, params.user_id, deleteSeconds)
  },
})

import { ApiError, BAN_DELETE_MESSAGES_MAX, BULK_BAN_MAX, BulkBanResultObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { banUser, canBan } from '../actions/ban.ts'
import * as store from '../store.ts'

/** Bulk Guild Ban. Users who cannot be banned are returned in `failed_users`. */
export const bulkBanUsersFromGuild = operation({
  id: 'bulk_ban_users_from_guild',
  method: 'POST',
  path: '/guilds/:guild_id/bulk-ban',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({
    user_ids: Type.Array(SnowflakeId, { minItems: 1, maxItems: BULK_BAN_MAX }),
    delete_message_seconds: OptionalNullable(Int(0, BAN_DELETE_MESSAGES_MAX)),
  }),
  responses: { 200: BulkBanResultObject },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.BAN_MEMBERS | Permission.MANAGE_GUILD)
    const banned: string[] = []
    const failed: string[] = []
    for (const id of new Set(body.user_ids)) {
      const known = await store.findBan(work, guild.view.id, id)
      if (known || !(await canBan(work, guild, id))) failed.push(id.toString())
      else {
        await banUser(work, guild, id, body.delete_message_seconds ?? 0)
        banned.push(id.toString())
      }
    }
    if (banned.length === 0) throw new ApiError('FAILED_TO_BAN_USERS')
    return { banned_users: banned, failed_users: failed }
  },
})

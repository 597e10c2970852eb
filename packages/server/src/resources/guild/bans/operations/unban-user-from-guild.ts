import { ApiError, AuditLogAction, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { audit } from '../../audit-log/index.ts'
import { deleteBan } from '../actions/save.ts'

/** Remove Guild Ban. */
export const unbanUserFromGuild = operation({
  id: 'unban_user_from_guild',
  method: 'DELETE',
  path: '/guilds/:guild_id/bans/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.BAN_MEMBERS)
    const user = await findUser(work, params.user_id)
    if (!user || !(await deleteBan(work, view.id, user))) throw new ApiError('UNKNOWN_BAN')
    await audit(work, { guildId: view.id, action: AuditLogAction.MEMBER_BAN_REMOVE, targetId: user.id })
  },
})

import { Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { getMember } from '../../../../access/member.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { demandAssignable, editMember } from '../actions/edit.ts'

/** Remove Guild Member Role. */
export const deleteGuildMemberRole = operation({
  id: 'delete_guild_member_role',
  method: 'DELETE',
  path: '/guilds/:guild_id/members/:user_id/roles/:role_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId, role_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_ROLES)
    const target = await getMember(work, guild.view, params.user_id)
    demandAssignable(guild, params.role_id)
    if (!target.member.roles.includes(params.role_id)) return
    await editMember(work, guild, target, { roles: target.member.roles.filter((id) => id !== params.role_id) })
  },
})

import { AuditLogAction, demand, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { getMember } from '../../../../access/member.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { audit } from '../../audit-log/index.ts'
import { removeMember } from '../actions/save.ts'
import { mayActOn, standingTo } from '../rules.ts'

/** Remove Guild Member, which kicks a member of lower rank. [PRM-22] */
export const deleteGuildMember = operation({
  id: 'delete_guild_member',
  method: 'DELETE',
  path: '/guilds/:guild_id/members/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.KICK_MEMBERS)
    const { member, user } = await getMember(work, guild.view, params.user_id)
    demand(mayActOn(standingTo(guild, member), Permission.KICK_MEMBERS))
    await removeMember(work, guild.view.id, user)
    await audit(work, { guildId: guild.view.id, action: AuditLogAction.MEMBER_KICK, targetId: user.id })
  },
})

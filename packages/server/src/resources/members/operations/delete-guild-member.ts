import { AuditLogAction, demand, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit } from '../../audit-log/index.ts'

import { dropMember } from '../change.ts'
import { mayActOn } from '../rules.ts'
import { getMember, standingTo } from '../standing.ts'

/** Remove Guild Member: a kick. [PRM-22] */
export const deleteGuildMember = operation({
  id: 'delete_guild_member',
  method: 'DELETE',
  path: '/guilds/:guild_id/members/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.KICK_MEMBERS)
    const { member, user } = await getMember(work, guild, params.user_id)
    demand(mayActOn(standingTo(guild, member), Permission.KICK_MEMBERS))
    await dropMember(work, guild.view.id, user)
    await audit(work, { guildId: guild.view.id, action: AuditLogAction.MEMBER_KICK, targetId: user.id })
  },
})

import { AuditLogAction, demand, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { removeRole } from '../../members/index.ts'
import { getRole } from '../model.ts'
import { AUDITED_ROLE_KEYS, presentAuditedRole } from '../present.ts'
import { mayDeleteRole, roleActorOf } from '../rules.ts'

/** Delete Guild Role. @everyone and managed roles cannot be deleted. */
export const deleteGuildRole = operation({
  id: 'delete_guild_role',
  method: 'DELETE',
  path: '/guilds/:guild_id/roles/:role_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, role_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_ROLES)
    const role = getRole(guild.view, params.role_id)
    const { position, managed } = role
    demand(mayDeleteRole(roleActorOf(guild), { position, managed, everyone: role.id === role.guild_id }))
    await removeRole(work, role)
    const changes = changesBetween(presentAuditedRole(role), {}, AUDITED_ROLE_KEYS)
    await audit(work, { guildId: role.guild_id, action: AuditLogAction.ROLE_DELETE, targetId: role.id, changes })
  },
})

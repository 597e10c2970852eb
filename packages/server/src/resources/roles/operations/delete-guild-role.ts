import { AuditLogAction, demand, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { guildTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'

import { dropRoleOfMembers } from '../../members/index.ts'
import { AUDITED, auditedRole } from '../audited.ts'
import { guildRoleDelete } from '../events.ts'
import { actorOf, getRole } from '../manage.ts'
import { mayDeleteRole } from '../rules.ts'
import * as store from '../store.ts'

/** Delete Guild Role: not @everyone, and not one that an integration manages. */
export const deleteGuildRole = operation({
  id: 'delete_guild_role',
  method: 'DELETE',
  path: '/guilds/:guild_id/roles/:role_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, role_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_ROLES)
    const role = getRole(guild, params.role_id)
    const { position, managed } = role
    demand(mayDeleteRole(actorOf(guild), { position, managed, everyone: role.id === role.guild_id }))
    await store.remove(work, role.id)
    await dropRoleOfMembers(work, guild.view, role.id)
    work.emit(guildRoleDelete, guildTopic(role.guild_id), { guildId: role.guild_id, roleId: role.id })
    const changes = changesBetween(auditedRole(role), {}, AUDITED)
    await audit(work, { guildId: role.guild_id, action: AuditLogAction.ROLE_DELETE, targetId: role.id, changes })
  },
})

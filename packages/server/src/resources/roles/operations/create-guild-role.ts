import { ApiError, AuditLogAction, Permission, ROLES_MAX, Role } from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import type { Work } from '../../../kernel/work.ts'
import { audit } from '../../audit-log/index.ts'
import { guildWith } from '../../channels/index.ts'
import { guildRoleCreate, guildRoleUpdate } from '../events.ts'
import { auditedFields, changedRole, RoleBody } from '../manage.ts'
import { presentRole } from '../present.ts'
import { newRole } from '../role.ts'
import * as store from '../store.ts'

/** A new role stands at the bottom; all others move one up. */
async function makeRoom(work: Work, view: GuildView): Promise<void> {
  for (const role of view.roles.values()) {
    if (role.id === view.id) continue
    const moved = { ...role, position: role.position + 1 }
    await store.update(work, moved)
    work.emit(guildRoleUpdate, guildTopic(view.id), moved)
  }
}

/** Create Guild Role: right above @everyone, with its permissions unless told. [ROL-1..4] */
export const createGuildRole = operation({
  id: 'create_guild_role',
  method: 'POST',
  path: '/guilds/:guild_id/roles',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: RoleBody,
  answers: { 200: Role },

  async run({ caller, params, body, work, platform }) {
    const guild = await guildWith(work, caller, params.guild_id, Permission.MANAGE_ROLES)
    if (guild.view.roles.size >= ROLES_MAX) throw new ApiError('TOO_MANY_ROLES')
    const everyone = guild.view.roles.get(guild.view.id)?.permissions ?? 0n
    const blank = newRole({
      id: work.nextId(),
      guild_id: guild.view.id,
      name: 'new role',
      position: 1,
      permissions: everyone,
    })
    const role = await changedRole(guild, blank, body, platform)
    await makeRoom(work, guild.view)
    await store.insert(work, role)
    work.emit(guildRoleCreate, guildTopic(role.guild_id), role)
    const changes = auditedFields(role, 'new_value')
    await audit(work, { guildId: role.guild_id, action: AuditLogAction.ROLE_CREATE, targetId: role.id, changes })
    return presentRole(role)
  },
})

import { ApiError, AuditLogAction, ROLES_MAX } from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { StoredRole } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { audit, changesBetween } from '../audit-log/index.ts'
import { AUDITED, auditedRole } from './audited.ts'
import { guildRoleCreate, guildRoleUpdate } from './events.ts'
import * as store from './store.ts'

/** Moves all roles but @everyone one position up, because a new role gets the lowest position. */
async function makeRoom(work: Work, view: GuildView): Promise<void> {
  for (const role of view.roles.values()) {
    if (role.id === view.id) continue
    const moved = { ...role, position: role.position + 1 }
    await store.update(work, moved)
    work.emit(guildRoleUpdate, guildTopic(view.id), moved)
  }
}

/** Adds a role above @everyone, emits it and audits it. Throws 30005 when the guild has the maximum number of roles. */
export async function addRole(work: Work, view: GuildView, role: StoredRole): Promise<void> {
  if (view.roles.size >= ROLES_MAX) throw new ApiError('TOO_MANY_ROLES')
  await makeRoom(work, view)
  await store.insert(work, role)
  work.emit(guildRoleCreate, guildTopic(role.guild_id), role)
  const changes = changesBetween({}, auditedRole(role), AUDITED)
  await audit(work, { guildId: role.guild_id, action: AuditLogAction.ROLE_CREATE, targetId: role.id, changes })
}

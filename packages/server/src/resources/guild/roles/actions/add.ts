import { AuditLogAction } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { StoredRole } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { AUDITED_ROLE_KEYS, presentAuditedRole } from '../present.ts'
import { createRole } from './save.ts'

/** Adds a role directly above @everyone and audits it. Throws TOO_MANY_ROLES (30005) at the maximum number of roles. */
export async function addRole(work: Work, view: GuildView, role: StoredRole): Promise<void> {
  await createRole(work, view, role)
  const changes = changesBetween({}, presentAuditedRole(role), AUDITED_ROLE_KEYS)
  await audit(work, { guildId: role.guild_id, action: AuditLogAction.ROLE_CREATE, targetId: role.id, changes })
}

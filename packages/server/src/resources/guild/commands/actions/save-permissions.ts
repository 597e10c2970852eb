import {
  AuditLogAction,
  type AuditLogChangeObject,
  type CommandPermissionsObject,
  type Snowflake,
} from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { audit } from '../../audit-log/index.ts'
import { applicationCommandPermissionsUpdate } from '../events.ts'
import type { StoredCommandPermissions } from '../model.ts'
import { presentPermissions } from '../present.ts'
import * as store from '../store.ts'

/** Stores the permissions of a command in a guild, and audits and emits them if a permission changed. */
export async function savePermissions(
  work: Work,
  { guildId, application }: { guildId: Snowflake; application: Application },
  entry: StoredCommandPermissions,
  changes: AuditLogChangeObject[],
): Promise<CommandPermissionsObject> {
  await store.upsertCommandPermissions(work, application.id, guildId, entry)
  const permissions = presentPermissions(application.id, guildId, entry)
  if (changes.length === 0) return permissions
  await audit(work, {
    guildId,
    action: AuditLogAction.APPLICATION_COMMAND_PERMISSION_UPDATE,
    targetId: entry.target_id,
    changes,
    options: { application_id: application.id.toString() },
  })
  work.emit(applicationCommandPermissionsUpdate, guildTopic(guildId), { applicationId: application.id, permissions })
  return permissions
}

import type { AuditLogEntryObject } from '@guildhall/protocol'
import type { StoredAuditLogEntry } from './model.ts'

/** Returns the audit log entry object. */
export function presentAuditLogEntry(entry: StoredAuditLogEntry): AuditLogEntryObject {
  return {
    id: entry.id.toString(),
    user_id: entry.user_id?.toString() ?? null,
    target_id: entry.target_id,
    action_type: entry.action_type,
    ...(entry.changes.length > 0 ? { changes: entry.changes } : {}),
    ...(entry.options ? { options: entry.options } : {}),
    ...(entry.reason === null ? {} : { reason: entry.reason }),
  }
}

import type { AuditLogChangeObject, AuditLogEntryObject, Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import { guildAuditLogEntryCreate } from '../events.ts'
import type { StoredAuditLogEntry } from '../model.ts'
import * as store from '../store.ts'

/** Facts of an action for the audit log; the actor and the reason come from the unit of work. */
export interface AuditEntry {
  guildId: Snowflake
  /** AuditLogAction. */
  action: number
  /** Snowflake, or the code of an invite; null for actions without a target. */
  targetId: Snowflake | string | null
  changes?: AuditLogChangeObject[]
  /** Optional Audit Entry Info. Counts are strings too, as on the wire. */
  options?: AuditLogEntryObject['options']
  /** Set for actions of the platform itself: the entry has no user, even if a user's request caused it. */
  byPlatform?: true
}

/** Writes an audit log entry with the actor and reason of this unit of work, and emits it. */
export async function audit(
  work: Work,
  { guildId, action, targetId, changes = [], options, byPlatform }: AuditEntry,
): Promise<void> {
  const entry: StoredAuditLogEntry = {
    id: work.nextId(),
    guild_id: guildId,
    user_id: byPlatform ? null : work.actor.userId,
    target_id: targetId?.toString() ?? null,
    action_type: action,
    changes,
    options: options ?? null,
    reason: byPlatform ? null : work.actor.reason,
  }
  await store.insertAuditLogEntry(work, entry)
  work.emit(guildAuditLogEntryCreate, guildTopic(guildId), entry)
}

/** Stores an entry from which names were taken out. */
export function saveEntry(work: Work, entry: StoredAuditLogEntry): Promise<void> {
  return store.updateAuditLogEntry(work, entry)
}

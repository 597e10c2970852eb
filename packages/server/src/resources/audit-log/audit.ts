import {
  type AuditLogChangeObject,
  type AuditLogEntryObject,
  Intent,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { eventType, guildTopic } from '../../kernel/event.ts'
import { pack } from '../../kernel/json.ts'
import { db } from '../../kernel/store/statement.ts'
import type { Work } from '../../kernel/work.ts'

export interface AuditEntry {
  guildId: Snowflake
  /** AuditLogAction. */
  action: number
  /** Snowflake, or the code of an invite; null for actions without a target. */
  targetId: Snowflake | string | null
  changes?: AuditLogChangeObject[]
  /** Optional Audit Entry Info; the wire has only strings, counts too. */
  options?: AuditLogEntryObject['options']
  /** Set for actions of the platform itself: the entry has no user, even if a user's request caused it. */
  byPlatform?: true
}

export interface StoredAuditLogEntry {
  id: Snowflake
  guild_id: Snowflake
  user_id: Snowflake | null
  target_id: string | null
  action_type: number
  changes: AuditLogChangeObject[]
  options: NonNullable<AuditLogEntryObject['options']> | null
  reason: string | null
}

/** Returns the audit log entry object. */
export function presentEntry(entry: StoredAuditLogEntry): AuditLogEntryObject {
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

const guildAuditLogEntryCreate = eventType<StoredAuditLogEntry>({
  name: 'GUILD_AUDIT_LOG_ENTRY_CREATE',
  intents: () => Intent.GUILD_MODERATION,
  visibleTo: (viewer) => viewer.mayInGuild(Permission.VIEW_AUDIT_LOG),
  present: (entry) => ({ ...presentEntry(entry), guild_id: entry.guild_id.toString() }),
})

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
  const { changes: _, options: __, reason: ___, ...columns } = entry
  const data = pack({ changes: entry.changes, options: entry.options, reason: entry.reason })
  await work.run(db.insertInto('audit_log').values({ ...columns, data }))
  work.emit(guildAuditLogEntryCreate, guildTopic(guildId), entry)
}

/** Returns the changes of the given keys between two objects; values that are null or missing are left out. */
export function changesBetween<T extends object>(
  before: Partial<T>,
  after: Partial<T>,
  keys: readonly (keyof T & string)[],
): AuditLogChangeObject[] {
  return keys
    .filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
    .map((key) => ({ key, old_value: before[key] ?? undefined, new_value: after[key] ?? undefined }))
}

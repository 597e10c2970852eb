import { Intent, Permission, type Snowflake } from '@guildhall/protocol'
import { eventType, guildTopic } from '../../kernel/event.ts'
import { pack } from '../../kernel/json.ts'
import { db } from '../../kernel/store/statement.ts'
import type { Work } from '../../kernel/work.ts'

/** One change of one field, as the audit log spells it: wire values, left out where there was or is none. */
export interface AuditChange {
  key: string
  old_value?: unknown
  new_value?: unknown
}

export interface AuditEntry {
  guildId: Snowflake
  /** AuditLogAction. */
  action: number
  /** A snowflake, or an invite's code; null where the action has no target. */
  targetId: Snowflake | string | null
  changes?: AuditChange[]
  /** Optional Audit Entry Info, in its wire shape. */
  options?: Record<string, unknown>
  /** What the platform does by itself is nobody's doing, whoever caused it. */
  byPlatform?: true
}

export interface StoredEntry {
  id: Snowflake
  guild_id: Snowflake
  user_id: Snowflake | null
  target_id: string | null
  action_type: number
  changes: AuditChange[]
  options: Record<string, unknown> | null
  reason: string | null
}

/** The wire's audit log entry. */
export function presentEntry(entry: StoredEntry): Record<string, unknown> {
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

export const guildAuditLogEntryCreate = eventType<StoredEntry>({
  name: 'GUILD_AUDIT_LOG_ENTRY_CREATE',
  intents: () => Intent.GUILD_MODERATION,
  seenBy: (viewer) => viewer.mayInGuild(Permission.VIEW_AUDIT_LOG),
  present: (entry) => ({ ...presentEntry(entry), guild_id: entry.guild_id.toString() }),
})

/** Writes an audit-log entry for the actor of this unit of work, with the reason of its request, and announces it. */
export async function audit(
  work: Work,
  { guildId, action, targetId, changes = [], options, byPlatform }: AuditEntry,
): Promise<void> {
  const entry: StoredEntry = {
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

/** The changes between two wire objects, of the keys given. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  keys: readonly string[],
): AuditChange[] {
  return keys
    .filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
    .map((key) => ({ key, old_value: before[key] ?? undefined, new_value: after[key] ?? undefined }))
}

import type { AuditLogChangeObject, AuditLogEntryObject, Snowflake } from '@guildhall/protocol'

/** Entry of a guild's audit log. */
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

import type { StoreSession } from '../../kernel/store/store.ts'

/** Settings that a backup follows. */
interface BackupSettings {
  readonly backup_recipient?: string | null
  readonly backup_to?: string | null
}

/** Number of the migration that made the settings. */
const SETTINGS_SINCE = 20

/** Returns the stored settings of backups; none of an older store. */
export async function storedSettings(session: StoreSession, migration: number): Promise<BackupSettings> {
  if (migration < SETTINGS_SINCE) return {}
  const rows = await session.raw<{ name: string; value: string }>(
    "SELECT name, value FROM instance_settings WHERE name IN ('backup_recipient', 'backup_to')",
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]))
}

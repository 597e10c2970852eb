import { snowflakeSource } from '../../kernel/ids.ts'
import { DataFolderInUseError, openDataFolder } from '../data-folder.ts'
import { openPlace, type StorePlace } from './snapshot.ts'
import { migrationOf } from './tables-store.ts'

/** Variable of backups that are in the log already, or that nobody asked for. */
export const LOGGED = 'GUILDHALL_BACKUP_LOGGED'

/** Number of the migration that made the operators' log. */
const LOG_SINCE = 19
/** Node of ids that no platform uses. */
const NODE = 1_023

/**
 * Adds an entry to the operators' log of a store that no platform of its folder uses. A store of an older version has
 * no log and stays as it is. Returns false if a platform uses the folder.
 */
export async function logBackup(place: StorePlace): Promise<boolean> {
  try {
    const folder = await openDataFolder(place.data)
    try {
      await insertEntry(place)
      return true
    } finally {
      folder.close()
    }
  } catch (error) {
    if (error instanceof DataFolderInUseError) return false
    throw error
  }
}

async function insertEntry(place: StorePlace): Promise<void> {
  const store = await openPlace(place)
  try {
    if ((await store.read((session) => migrationOf(session, store.dialect))) < LOG_SINCE) return
    const now = Date.now()
    const slots = store.dialect === 'sqlite' ? '?, ?' : '$1, $2'
    await store.transaction((session) =>
      session.raw(
        `INSERT INTO operators_log (id, at, actor_kind, action, changes) VALUES (${slots}, 'command', 'backup', '[]')`,
        [snowflakeSource(NODE).next(now), now],
      ),
    )
  } finally {
    await store.close()
  }
}

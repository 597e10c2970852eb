import { DatabaseSync } from 'node:sqlite'
import { UpgradeError } from './upgrade-error.ts'

/** Time that a process which reads the store has to end, such as a doctor or a backup of few rows. */
const WAIT_MS = 5_000
const SQLITE_BUSY = 5

/**
 * Opens an embedded store that no other process has open, and keeps others out until it is closed. The file is then
 * whole, without a journal. While another process reads a store, its newest rows may be in the journal only, and the
 * journal would be applied to a file that is put in the place of the store.
 *
 * @throws UpgradeError while another process uses the store
 */
export function holdStore(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    database.exec(`PRAGMA busy_timeout = ${WAIT_MS}; PRAGMA locking_mode = EXCLUSIVE`)
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT')
    return database
  } catch (cause) {
    database.close()
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause
    throw new UpgradeError(
      `Another process uses the store ${path}, such as a backup. Nothing was changed: try again once it has ended.`,
      { cause },
    )
  }
}

/** Runs a step that renames a held store, and lets others have it afterwards. */
export async function renameHeld(held: DatabaseSync, step: () => Promise<void>): Promise<void> {
  // Windows renames no file that is open, and for the same reason none that another process reads.
  if (process.platform === 'win32') held.close()
  try {
    await step()
  } finally {
    if (held.isOpen) held.close()
  }
}

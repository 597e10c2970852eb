import { existsSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openSqlite } from '../../adapters/sqlite/sqlite-store.ts'
import { syncFolder } from '../../kernel/atomic-file.ts'
import { STORE_FILE } from '../backups/snapshot.ts'
import { migrationOf } from '../backups/tables-store.ts'
import { openDataFolder } from '../data-folder.ts'
import { holdStore, renameHeld } from './hold-store.ts'
import { UpgradeError } from './upgrade-error.ts'
import { formerStores } from './upgrade-store.ts'

/** Result of a return to the former store. */
export interface Returned {
  /** Numbers of the newest migrations. */
  readonly from: number
  readonly to: number
  /** Rows that the former store does not have, by table. */
  readonly lost: Readonly<Record<string, number>>
  /** Path of the store that was replaced. */
  readonly kept: string
}

/** Tables whose rows people miss. */
const COUNTED = ['users', 'guilds', 'channels', 'messages']

/**
 * Puts the store back that the last upgrade has replaced. The present one stays under another name.
 *
 * @throws UpgradeError if there is none; DataFolderInUseError while a platform uses the folder
 */
export async function returnStore(data: string): Promise<Returned> {
  const path = join(data, STORE_FILE)
  if (!existsSync(path)) throw new UpgradeError(`The data folder ${data} holds no embedded store.`)
  const folder = await openDataFolder(data)
  try {
    const [former] = await formerStores(path)
    if (!former)
      throw new UpgradeError(
        `There is no former store in ${data}: it is kept for a week after an upgrade. guildhall restore makes one out of a backup.`,
      )
    const [present, before] = [await factsOf(path), await factsOf(former.name)]
    const kept = `${path}.after-${present.migration}`
    await renameHeld(holdStore(path), async () => {
      await rm(kept, { force: true })
      await link(path, kept)
      await rename(former.name, path)
      await syncFolder(dirname(path))
    })
    const lost = COUNTED.map((table) => [table, Math.max(0, (present.rows[table] ?? 0) - (before.rows[table] ?? 0))])
    return { from: present.migration, to: before.migration, lost: Object.fromEntries(lost), kept }
  } finally {
    folder.close()
  }
}

/** Returns facts of a store, whose journal ends with the reading. */
async function factsOf(path: string): Promise<{ migration: number; rows: Record<string, number> }> {
  const store = openSqlite(path)
  try {
    return await store.read(async (session) => {
      const rows: Record<string, number> = {}
      for (const table of COUNTED) {
        const [row] = await session.raw<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)
        rows[table] = Number(row?.count ?? 0)
      }
      return { migration: await migrationOf(session, 'sqlite'), rows }
    })
  } finally {
    await store.close()
  }
}

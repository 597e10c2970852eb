import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demandDatabase } from '../data-folder.ts'
import { settleExchange } from '../exchanged-folder.ts'
import { openPlace } from './snapshot.ts'

const PAUSE_MS = 200

/**
 * Ends a restore that was killed while it put a folder into its place. Of a restore into a database, the database
 * decides.
 *
 * @throws DataFolderError without the database; ApiError while it is away
 */
export function settleRestore(data: string, databaseUrl: string | null): Promise<void> {
  const path = resolve(data)
  const ofDatabase = (transaction: string) => isCommitted(databaseUrl ?? '', transaction)
  return settleExchange(path, databaseUrl === null ? demandDatabase(path) : ofDatabase)
}

/** Returns whether a transaction was committed. The backend of a killed client may be about to end it. */
async function isCommitted(databaseUrl: string, transaction: string): Promise<boolean> {
  const store = await openPlace({ data: '', databaseUrl })
  try {
    for (;;) {
      const [row] = await store.read((session) =>
        session.raw<{ status: string | null }>('SELECT txid_status($1::bigint) AS status', [BigInt(transaction)]),
      )
      if (row?.status !== 'in progress') return row?.status === 'committed'
      await pause(PAUSE_MS)
    }
  } finally {
    await store.close()
  }
}

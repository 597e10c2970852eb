import { createHash } from 'node:crypto'
import type { Store, StoreSession } from '../../kernel/store/store.ts'
import { lineOf, listTables, rowsOf } from './tables-store.ts'

/** Rows of each table, and a checksum of them that their order does not change. */
export type TableSums = Readonly<Record<string, { readonly rows: number; readonly checksum: string }>>

const MASK = (1n << 64n) - 1n

/** Reads all tables of a store. Both kinds of store have the same sums for the same rows. */
export async function sumTables(session: StoreSession, dialect: Store['dialect']): Promise<TableSums> {
  const sums: Record<string, TableSums[string]> = {}
  for (const table of await listTables(session, dialect)) {
    let [rows, sum] = [0, 0n]
    for await (const page of rowsOf(session, dialect, table))
      for (const row of page) {
        rows += 1
        sum = (sum + createHash('sha256').update(lineOf(table, row)).digest().readBigUInt64BE()) & MASK
      }
    sums[table.name] = { rows, checksum: sum.toString(16).padStart(16, '0') }
  }
  return sums
}

import { resolve } from 'node:path'
import { moveStore } from '../../platform/backups/move-store.ts'
import type { StartOptions } from '../options/start-options.ts'

/** Options of `guildhall move-store`. */
export interface MoveOptions extends Pick<StartOptions, 'data' | 'databaseUrl' | 'json'> {
  /** Folder of an embedded store, or address of a database. */
  to: { readonly folder: string } | { readonly url: string } | null
}

/** Copies a platform into another store, and prints what was copied. */
export async function runMove({ data, databaseUrl, to, json }: MoveOptions): Promise<void> {
  // New files are for this user only.
  process.umask(0o077)
  const from = { data: resolve(data), databaseUrl }
  const target =
    to !== null && 'folder' in to
      ? { data: resolve(to.folder), databaseUrl: null }
      : { data: resolve(data), databaseUrl: to?.url ?? '' }
  const moved = await moveStore(from, target, (line) => void process.stderr.write(`${line}\n`))
  const rows = Object.values(moved.tables).reduce((sum, table) => sum + table.rows, 0)
  const text = `${rows} rows and ${moved.files} files were copied, and are the same. The source is as it was.`
  process.stdout.write(`${json ? JSON.stringify(moved) : text}\n`)
}

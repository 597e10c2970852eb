import { resolve } from 'node:path'
import { compareMoved, moveStore } from '../../platform/backups/move-store.ts'
import type { StorePlace } from '../../platform/backups/snapshot.ts'
import type { StartOptions } from '../options/start-options.ts'

/** Options of `guildhall move-store`. */
export interface MoveOptions extends Pick<StartOptions, 'data' | 'databaseUrl' | 'filesUrl' | 'json'> {
  /** Folder of an embedded store, or address of a database. */
  to: { readonly folder: string } | { readonly url: string } | null
  /** Folder or bucket that the files are copied to; null for the folder of an embedded store. */
  filesTo: string | null
  /** Whether files are compared, and nothing is copied. */
  check: boolean
}

/** Copies a platform into another store, or its files to another place, and prints what was copied. */
export async function runMove(options: MoveOptions): Promise<void> {
  // New files are for this user only.
  process.umask(0o077)
  const { data, databaseUrl, filesUrl, filesTo, to, json } = options
  const from = { data: resolve(data), databaseUrl, filesUrl }
  const warn = (line: string) => void process.stderr.write(`${line}\n`)
  if (options.check && filesTo !== null) {
    const compared = await compareMoved({ from, filesTo, warn })
    const ok = compared.missing + compared.different === 0
    const found = ok ? 'are the same in both places' : `: ${compared.missing} missing, ${compared.different} different`
    process.stdout.write(`${json ? JSON.stringify({ ok, ...compared }) : `${compared.files} files ${found}`}\n`)
    process.exitCode = ok ? 0 : 1
    return
  }
  const moved = await moveStore({ from, to: to === null ? null : placeOf(to, options), filesTo, warn })
  const rows = Object.values(moved.tables).reduce((sum, table) => sum + table.rows, 0)
  const text = `${rows} rows and ${moved.files} files were copied, and are the same. The source is as it was.`
  process.stdout.write(`${json ? JSON.stringify(moved) : text}\n`)
}

function placeOf(to: NonNullable<MoveOptions['to']>, { data }: MoveOptions): StorePlace {
  if ('folder' in to) return { data: resolve(to.folder), databaseUrl: null }
  return { data: resolve(data), databaseUrl: to.url }
}

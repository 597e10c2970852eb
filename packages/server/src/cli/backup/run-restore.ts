import { dirname, resolve } from 'node:path'
import { withArchive } from '../../platform/backups/fetched-archive.ts'
import { restoreBackup } from '../../platform/backups/restore-backup.ts'
import type { StartOptions } from '../options/start-options.ts'
import { unsealOf } from './run-backup.ts'

/** Options of `guildhall restore`. */
export interface RestoreCommandOptions extends Pick<StartOptions, 'data' | 'databaseUrl' | 'filesUrl' | 'json'> {
  /** Path of the archive, or its address `s3://…` in a bucket. */
  file: string
  identity: string | null
  passphraseFile: string | null
  replace: boolean
  signOut: boolean
}

/** Restores a backup, and prints how many rows it has. */
export async function runRestore(options: RestoreCommandOptions): Promise<void> {
  // New files below the data folder are for this user only.
  process.umask(0o077)
  const { data, databaseUrl, filesUrl, replace, signOut, json } = options
  const unseal = await unsealOf(options)
  const { counts, missing = [] } = await withArchive(options.file, dirname(resolve(data)), (file) =>
    restoreBackup({ file, unseal, data, databaseUrl, filesUrl, replace, signOut }),
  )
  if (missing.length > 0)
    process.stderr.write(`${missing.length} files were already missing when the backup was made.\n`)
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const text = `${rows} rows were restored. Start the platform: guildhall start --data ${data}`
  process.stdout.write(`${json ? JSON.stringify({ counts }) : text}\n`)
}

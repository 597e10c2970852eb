import { censusOfFiles } from '../../platform/census.ts'
import { givenSecretKey } from '../../platform/secret-key.ts'
import type { StartOptions } from '../options/start-options.ts'

/** Options of `guildhall files`. */
export interface FilesOptions extends Pick<StartOptions, 'data' | 'databaseUrl' | 'filesUrl' | 'secretKeyFile'> {
  /** Whether to delete the files that nothing refers to. */
  remove: boolean
}

/** Prints the key of each unreferenced file on stdout, and a summary on stderr. */
export async function listFiles({ data, databaseUrl, filesUrl, secretKeyFile, remove }: FilesOptions): Promise<void> {
  // New files below the data folder are for this user only.
  process.umask(0o077)
  const secretKey = await givenSecretKey(secretKeyFile, process.env)
  const census = await censusOfFiles(
    { data, databaseUrl, filesUrl, ...(secretKey && { secretKey }) },
    { remove, found: (key) => void process.stdout.write(`${key}\n`) },
  )
  const { files, unreferenced, unreferencedBytes } = census
  const done = remove ? 'deleted' : 'unreferenced; --delete deletes them'
  process.stderr.write(`${files} files, ${unreferenced} of them (${unreferencedBytes} bytes) ${done}\n`)
}

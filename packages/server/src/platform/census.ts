import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { type CensusOptions, type FileCensus, takeCensus } from '../resources/accounts/files/index.ts'
import { Closing } from './closing.ts'
import { DEFAULTS, type PlatformConfig } from './config.ts'
import { DataFolderError } from './data-folder.ts'
import { openUnits } from './foundation.ts'

/**
 * Calls `found` for each stored file that no row refers to, and deletes it if asked to. Nothing is started, and no
 * other process may use the data folder.
 *
 * @throws DataFolderError for a folder that is in use, or that no platform has used
 */
export async function censusOfFiles(given: Partial<PlatformConfig>, options: CensusOptions): Promise<FileCensus> {
  const config = { ...DEFAULTS, ...given }
  const used = join(config.data, config.databaseUrl ? 'files' : 'guildhall.db')
  const isElsewhere = config.databaseUrl && config.filesUrl
  if (!isElsewhere && !existsSync(used))
    throw new DataFolderError(`The data folder ${config.data} holds no platform: there is no ${used}.`)
  const closing = new Closing()
  try {
    const log = pino({ level: 'warn' }, pino.destination(2))
    const { storage, kernel } = await openUnits(config, closing, { log, traces: null })
    return await takeCensus({ files: storage.files, units: kernel.units }, options)
  } finally {
    await closing.run()
  }
}

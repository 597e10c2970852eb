import type { FileStore } from '../../../../kernel/files.ts'
import { SYSTEM_ACTOR, type Units } from '../../../../kernel/units.ts'
import { isReferenced } from '../store.ts'
import { isMarker, pendingFiles } from './keep.ts'
import { keysInJobs } from './remove.ts'
import { uncountFiles } from './save-quotas.ts'

export interface FileCensus {
  /** Files of the platform, markers not counted. */
  readonly files: number
  readonly unreferenced: number
  readonly unreferencedBytes: number
}

export interface CensusOptions {
  /** Deletes the files that were found. */
  readonly remove: boolean
  readonly found: (key: string) => void
}

/**
 * Compares the file store with the rows, calls `found` for each file that no row refers to, and removes it if asked to.
 * Files that a job will remove are left to it. No other process may use the data meanwhile.
 */
export async function takeCensus(
  { files, units }: { files: FileStore; units: Units },
  options: CensusOptions,
): Promise<FileCensus> {
  const awaited = new Set([...(await pendingFiles(files)).keys, ...(await units.read(SYSTEM_ACTOR, keysInJobs))])
  let count = 0
  let unreferenced = 0
  let unreferencedBytes = 0
  for await (const key of files.list('')) {
    if (isMarker(key)) continue
    count += 1
    if (awaited.has(key) || (await units.read(SYSTEM_ACTOR, (work) => isReferenced(work, key)))) continue
    const sizeBytes = (await files.open(key))?.sizeBytes ?? 0
    unreferenced += 1
    unreferencedBytes += sizeBytes
    options.found(key)
    if (!options.remove) continue
    await files.remove(key)
    await units.write(SYSTEM_ACTOR, (work) => uncountFiles(work, [key]))
  }
  return { files: count, unreferenced, unreferencedBytes }
}

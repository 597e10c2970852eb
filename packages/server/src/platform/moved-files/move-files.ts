import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveError } from '../../archive/archive-error.ts'
import { isFileKey } from '../../archive/manifest.ts'
import { isPendingFile } from '../../resources/accounts/files/index.ts'
import type { FilesEnd } from './files-end.ts'

/** Files that are copied at a time. */
const PARALLEL_MAX = 8
const KEYS_SHOWN = 5

/** Runs a task for each key, a few at a time. The first failure ends it. */
export async function eachFile(keys: AsyncIterable<string>, run: (key: string) => Promise<void>): Promise<void> {
  const iterator = keys[Symbol.asyncIterator]()
  let failed = false
  const worker = async () => {
    for (let next = await iterator.next(); !next.done && !failed; next = await iterator.next()) {
      try {
        await run(next.value)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const settled = await Promise.allSettled(Array.from({ length: PARALLEL_MAX }, worker))
  const first = settled.find(({ status }) => status === 'rejected')
  if (first?.status === 'rejected') throw first.reason
}

/** Refuses an end that holds files, unless an earlier move to it was killed. @throws ArchiveError */
export async function demandFree(to: FilesEnd): Promise<void> {
  if (await to.isMarked()) return
  for await (const key of to.list())
    throw new ArchiveError(`${to.name} is not empty: it holds ${key}. Name a place without files.`)
}

/**
 * Copies all files of a platform, each checked by its hash. Files that are there already, with the same hash, are those
 * of an earlier move that was killed.
 *
 * @param data data folder that no other process uses; copies on the way are among its uploads, which a start removes
 * @returns the number of files
 * @throws ArchiveError for a file that arrived otherwise than it was
 */
export async function copyFiles(from: FilesEnd, to: FilesEnd, data: string): Promise<number> {
  const work = join(data, 'uploads', 'move')
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true, mode: 0o700 })
  let [count, copies] = [0, 0]
  try {
    await eachFile(from.list(), async (key) => {
      if (isPendingFile(key)) return
      if (!isFileKey(key))
        throw new ArchiveError(`${from.name} holds ${JSON.stringify(key)}, which is no file of a platform.`)
      count += 1
      const facts = await from.facts(key)
      if (facts === null || (await to.facts(key))?.sha256 === facts.sha256) return
      copies += 1
      const path = join(work, String(copies))
      if (!(await from.fetch(key, path))) return
      await to.put(key, path, facts.sizeBytes)
      await rm(path)
      const arrived = await to.facts(key)
      if (arrived?.sha256 !== facts.sha256)
        throw new ArchiveError(`${key} differs after the move: do not use ${to.name}.`)
    })
    return count
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Result of a comparison of two ends. */
export interface ComparedFiles {
  readonly files: number
  readonly missing: number
  readonly different: number
}

/** Reads all files of both ends, and compares them. Calls `found` with each of the first files that differ. */
export async function compareFiles(
  from: FilesEnd,
  to: FilesEnd,
  found: (line: string) => void,
): Promise<ComparedFiles> {
  let [files, missing, different] = [0, 0, 0]
  await eachFile(from.list(), async (key) => {
    if (isPendingFile(key)) return
    files += 1
    const [before, after] = await Promise.all([from.read(key), to.read(key)])
    if (after !== null && after.sha256 === before?.sha256) return
    if (missing + different < KEYS_SHOWN) found(`${key} ${after === null ? 'is missing in' : 'differs in'} ${to.name}`)
    if (after === null) missing += 1
    else different += 1
  })
  return { files, missing, different }
}

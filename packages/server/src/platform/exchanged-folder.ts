import { existsSync } from 'node:fs'
import { readFile, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder, writeFileAtomically } from '../kernel/atomic-file.ts'

/** Content of the file beside a folder that another one is put in the place of. */
interface Exchange {
  /** Name of the former folder; null without one. */
  readonly former: string | null
  /** Transaction of a database that belongs to the exchange, and decides about it; null without one. */
  readonly transaction: string | null
}

/** Returns whether a transaction was committed. */
type Outcome = (transaction: string) => Promise<boolean>

const markerOf = (folder: string) => `${folder}.restoring`

/**
 * Puts a folder in the place of another one, which is kept under a name with the time if it is not empty. With a
 * transaction, the exchange is done once `settleExchange` has found it committed.
 */
export async function exchangeFolders(
  staging: string,
  folder: string,
  { keepsFormer, transaction }: { keepsFormer: boolean; transaction: string | null },
): Promise<void> {
  const former = keepsFormer ? `${folder}.before-${new Date().toISOString().replaceAll(/[-:.]/g, '')}` : null
  const exchange: Exchange = { former: former && basename(former), transaction }
  // A process that comes after a kill finds the marker.
  await writeFileAtomically(markerOf(folder), `${JSON.stringify(exchange)}\n`)
  if (former !== null) await rename(folder, former)
  else await rmdir(folder).catch(unlessAbsent)
  await rename(staging, folder)
  await syncFolder(dirname(folder))
  if (transaction === null) await rm(markerOf(folder))
}

/**
 * Ends an exchange that was begun, also by a process that was killed: it is done, or the former folder is back. Does
 * nothing without one.
 *
 * @throws what `outcome` throws
 */
export async function settleExchange(folder: string, outcome: Outcome): Promise<void> {
  const marker = markerOf(folder)
  if (!existsSync(marker)) return
  const { former: name, transaction } = JSON.parse(await readFile(marker, 'utf8')) as Exchange
  const former = name === null ? null : join(dirname(folder), basename(name))
  const isDone = existsSync(folder) && (transaction === null || (await outcome(transaction)))
  if (!isDone) await putBack(folder, former)
  await rm(marker, { force: true })
}

/** Puts the former folder back. Without one, there was none, or an empty one. */
async function putBack(folder: string, former: string | null): Promise<void> {
  const isPresent = former !== null && existsSync(former)
  // The exchange had not begun.
  if (former !== null && !isPresent) return
  if (existsSync(folder)) {
    const unfinished = `${folder}.restore-000000000000.new`
    await rm(unfinished, { recursive: true, force: true })
    await rename(folder, unfinished)
    await rm(unfinished, { recursive: true })
  }
  if (former !== null) await rename(former, folder)
  await syncFolder(dirname(folder))
}

function unlessAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

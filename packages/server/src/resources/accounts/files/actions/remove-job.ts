import type { Snowflake } from '@guildhall/protocol'
import type { FileStore, RemoteFiles } from '../../../../kernel/files.ts'
import type { JobHandler } from '../../../../kernel/jobs.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { Removal } from '../jobs.ts'
import { fileLock } from '../model.ts'
import * as store from '../store.ts'
import { scheduleRemoval } from './remove.ts'
import { uncountFiles } from './save-quotas.ts'
import { releaseUses } from './save-uses.ts'

const HOLDERS_PER_RUN = 100

/**
 * The job `remove-files`. References are checked in the transaction that also removes the job, and a file is gone
 * before that transaction commits: after a crash the job runs again.
 */
export function removeFilesJob(files: FileStore): JobHandler<Removal> {
  return async (work, { keys, channelIds }) => {
    const released = await releaseSome(work, channelIds)
    const removed: string[] = []
    for (const key of [...new Set([...keys, ...released])].sort()) {
      if (await work.lock(fileLock(key), () => store.isReferenced(work, key))) continue
      if (files.remote === null) await files.remove(key)
      removed.push(key)
    }
    if (files.remote === null || removed.length === 0 || isRemoved(work, files.remote, removed))
      await uncountFiles(work, removed)
  }
}

/** Returns whether files behind a network are removed. If not, the job is run again when they are. */
function isRemoved(work: Work, remote: RemoteFiles, keys: readonly string[]): boolean {
  const done = work.outside(`remove ${keys.join('\n')}`, () => {
    const removal = remote.removal(keys)
    return { run: () => removal.run(), undo: () => removal.cancel() }
  })
  return done !== undefined
}

/** Releases what some messages of deleted channels showed, and leaves the others to another job. */
async function releaseSome(work: Work, channelIds: readonly Snowflake[]): Promise<string[]> {
  const [channelId] = channelIds
  if (channelId === undefined) return []
  const holders = await store.holdersIn(work, channelId, HOLDERS_PER_RUN)
  const left = holders.length < HOLDERS_PER_RUN ? channelIds.slice(1) : channelIds
  if (left.length > 0) await scheduleRemoval(work, { keys: [], channelIds: left })
  return releaseUses(work, holders)
}

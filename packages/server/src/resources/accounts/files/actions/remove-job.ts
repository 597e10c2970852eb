import type { Snowflake } from '@guildhall/protocol'
import type { FileStore } from '../../../../kernel/files.ts'
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
      await files.remove(key)
      removed.push(key)
    }
    await uncountFiles(work, removed)
  }
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

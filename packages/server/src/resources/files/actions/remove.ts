import type { Instant, Snowflake } from '@guildhall/protocol'
import type { FileStore } from '../../../kernel/files.ts'
import type { JobHandler } from '../../../kernel/jobs.ts'
import { unpack } from '../../../kernel/json.ts'
import type { Work } from '../../../kernel/work.ts'
import { fileLock } from '../model.ts'
import * as store from '../store.ts'
import { uncountFiles } from './quotas.ts'

export const REMOVE_FILES = 'remove-files'
const KEYS_PER_JOB = 100
const HOLDERS_PER_RUN = 100

/** Work of one job: files by their keys, or the files that messages of deleted channels showed. */
interface Removal {
  readonly keys: readonly string[]
  readonly channelIds: readonly Snowflake[]
}

/** Has a job remove files, those that nothing refers to by then. */
export async function removeFiles(work: Work, keys: readonly string[], at: Instant = work.now): Promise<void> {
  for (let start = 0; start < keys.length; start += KEYS_PER_JOB)
    await schedule(work, { keys: keys.slice(start, start + KEYS_PER_JOB), channelIds: [] }, at)
}

/** Has an image removed that its row does not show any more; null for none. */
export async function removeImage(work: Work, folder: string, hash: string | null | undefined): Promise<void> {
  if (hash) await removeFiles(work, [`images/${folder}/${hash}`])
}

/** Has the files of a channel removed. Called before its rows are deleted. */
export async function removeFilesOfChannel(work: Work, channelId: Snowflake): Promise<void> {
  await removeFiles(work, await store.keysOfChannel(work, channelId))
  const [holder] = await store.holdersIn(work, channelId, 1)
  if (holder !== undefined) await schedule(work, { keys: [], channelIds: [channelId] })
}

/** Has the files of a guild removed, those of its messages too. Called before its rows are deleted. */
export async function removeFilesOfGuild(work: Work, guildId: Snowflake): Promise<void> {
  await removeFiles(work, await store.keysOfGuild(work, guildId))
  const channelIds = await store.channelsWithFiles(work, guildId)
  if (channelIds.length > 0) await schedule(work, { keys: [], channelIds })
}

async function schedule(work: Work, removal: Removal, at: Instant = work.now): Promise<void> {
  await work.schedule(REMOVE_FILES, '', at, removal)
}

/**
 * The job `remove-files`. References are checked in the transaction that also removes the job, and a file is gone
 * before that transaction commits: after a crash the job runs again.
 */
export function removeFilesJob(files: FileStore): JobHandler {
  return async (work, { keys, channelIds }: Removal) => {
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
  if (left.length > 0) await schedule(work, { keys: [], channelIds: left })
  return store.release(work, holders)
}

/** Returns the keys of files that stored jobs will remove. */
export async function keysInJobs(work: Work): Promise<string[]> {
  return (await store.jobPayloads(work, REMOVE_FILES)).flatMap((payload) => unpack<Removal>(payload).keys)
}

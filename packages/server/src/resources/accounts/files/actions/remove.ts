import type { Instant, Snowflake } from '@guildhall/protocol'
import { unpack } from '../../../../kernel/json.ts'
import type { Work } from '../../../../kernel/work.ts'
import { filesDropped, type Removal } from '../jobs.ts'
import * as store from '../store.ts'

const KEYS_PER_JOB = 100

/** Has a job remove files, those that nothing refers to by then. */
export async function removeFiles(work: Work, keys: readonly string[], at: Instant = work.now): Promise<void> {
  for (let start = 0; start < keys.length; start += KEYS_PER_JOB)
    await scheduleRemoval(work, { keys: keys.slice(start, start + KEYS_PER_JOB), channelIds: [] }, at)
}

/** Has an image removed that its row does not show any more; null for none. */
export async function removeImage(work: Work, folder: string, hash: string | null | undefined): Promise<void> {
  if (hash) await removeFiles(work, [`images/${folder}/${hash}`])
}

/** Has the files of a channel removed. Called before its rows are deleted. */
export async function removeFilesOfChannel(work: Work, channelId: Snowflake): Promise<void> {
  await removeFiles(work, await store.keysOfChannel(work, channelId))
  const [holder] = await store.holdersIn(work, channelId, 1)
  if (holder !== undefined) await scheduleRemoval(work, { keys: [], channelIds: [channelId] })
}

/** Has the files of a guild removed, those of its messages too. Called before its rows are deleted. */
export async function removeFilesOfGuild(work: Work, guildId: Snowflake): Promise<void> {
  await removeFiles(work, await store.keysOfGuild(work, guildId))
  const channelIds = await store.channelsWithFiles(work, guildId)
  if (channelIds.length > 0) await scheduleRemoval(work, { keys: [], channelIds })
}

/** Schedules a job that removes files. */
export async function scheduleRemoval(work: Work, removal: Removal, at: Instant = work.now): Promise<void> {
  await work.schedule(filesDropped, '', at, removal)
}

/** Returns the keys of files that stored jobs will remove. */
export async function keysInJobs(work: Work): Promise<string[]> {
  return (await store.jobPayloads(work, filesDropped.kind)).flatMap((payload) => unpack<Removal>(payload).keys)
}

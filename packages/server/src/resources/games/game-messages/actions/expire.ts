import { GAME_MESSAGES_AGE_MAX_MS, type Snowflake, snowflakeAt, snowflakeTime } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { gameMessagesExpire } from '../jobs.ts'
import { findNewestGameMessageId } from '../store.ts'
import { deleteMessagesBefore } from './save.ts'

/** Messages of one lobby or DM within this time share a job. */
const STEP_MS = 60 * 60 * 1000

/** Schedules the deletion of a message that is inserted next. The first message of an hour does it for all. */
export async function scheduleExpiry(work: Work, channelId: Snowflake): Promise<void> {
  const step = Math.floor(work.now / STEP_MS)
  const newest = await findNewestGameMessageId(work, channelId)
  if (newest !== undefined && Math.floor(snowflakeTime(newest) / STEP_MS) === step) return
  const dueAt = (step + 1) * STEP_MS + GAME_MESSAGES_AGE_MAX_MS
  await work.schedule(gameMessagesExpire, `${channelId}:${step}`, dueAt, { channelId })
}

/** Returns the lowest id of messages that games may still read. */
export function oldestReadableId(work: Work): Snowflake {
  return snowflakeAt(work.now - GAME_MESSAGES_AGE_MAX_MS)
}

/** Job `game-messages-expired`: deletes the messages of a lobby or DM that are too old to be read. */
export async function deleteExpiredGameMessages(work: Work, { channelId }: { channelId: Snowflake }): Promise<void> {
  await deleteMessagesBefore(work, channelId, oldestReadableId(work))
}

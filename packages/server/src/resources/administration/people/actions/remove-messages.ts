import { type Snowflake, snowflakeAt } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { addOperatorJob, failJob, finishJob, saveProgress } from '../../../accounts/operator-jobs/index.ts'
import { logAction, type Operator, roleBelow } from '../../../accounts/operators/index.ts'
import type { BannedMessages } from '../../../accounts/platform-bans/consequences.ts'
import { removeOwnMessages } from '../../../messaging/messages/index.ts'
import { messagesRemovalContinues, type RemovalOfMessages } from '../jobs.ts'
import { findAccount } from './find-accounts.ts'

/** Messages that one transaction removes. */
const MESSAGES_MAX = 1_000

/** A choice of a person's messages. */
interface MessagesChoice {
  readonly userId: Snowflake
  readonly guildId: Snowflake | null
  /** Age of the oldest message in seconds; null for any age. */
  readonly sinceSeconds: number | null
  /** Whether messages are counted, and none is removed. */
  readonly dryRun: boolean
}

/**
 * Has messages of a person removed, or counted. Returns the job that operators follow.
 *
 * @throws ApiError UNKNOWN_USER, MISSING_PERMISSIONS
 */
export async function removeMessages(work: Work, operator: Operator, choice: MessagesChoice): Promise<Snowflake> {
  const { userId, guildId, sinceSeconds, dryRun: counts } = choice
  await findAccount(work, userId)
  await roleBelow(work, operator, userId)
  const jobId = await addOperatorJob(work, 'remove_messages')
  const after = sinceSeconds === null ? 0n : snowflakeAt(Math.max(work.now - sinceSeconds * 1000, 0)) - 1n
  const step = { jobId, userId, guildId, after, removed: 0, counts }
  await work.schedule(messagesRemovalContinues, jobId.toString(), work.now, step)
  if (counts) return jobId
  const changes = [
    { key: 'guild_id', old: null, new: guildId?.toString() ?? null },
    { key: 'since_seconds', old: null, new: sinceSeconds },
  ]
  await logAction(work, operator, { action: 'remove_messages', target: userId, changes })
  return jobId
}

/** Has the newest messages of a banned person removed. */
export async function removeMessagesOfBanned(work: Work, { userId, since }: BannedMessages): Promise<void> {
  const jobId = await addOperatorJob(work, 'remove_messages')
  const after = since === 0 ? 0n : snowflakeAt(since) - 1n
  const step = { jobId, userId, guildId: null, after, removed: 0, counts: false }
  await work.schedule(messagesRemovalContinues, jobId.toString(), work.now, step)
}

/** The job `remove-messages`: removes or counts some messages, and leaves the others to the next step. */
export async function continueRemoval(work: Work, step: RemovalOfMessages): Promise<void> {
  const { jobId, userId: authorId, guildId, after, counts } = step
  const done = await removeOwnMessages(work, { authorId, guildId, after }, { limit: MESSAGES_MAX, counts })
  const removed = step.removed + done.count
  if (done.after === null) return finishJob(work, jobId, { done: removed, result: { messages: removed } })
  await saveProgress(work, jobId, { done: removed })
  await work.schedule(messagesRemovalContinues, jobId.toString(), work.now, { ...step, after: done.after, removed })
}

/** Tells operators that the removal of messages has failed. */
export function failRemoval(work: Work, { jobId }: RemovalOfMessages): Promise<void> {
  return failJob(work, jobId, 'A step failed several times; the log of the process has the error.')
}

import { ApiError, type Instant, type Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listApplicationsOfOwner } from '../../applications/store.ts'
import { settingsOf } from '../../instance-settings/index.ts'
import { addOperatorJob, findOperatorJob, saveProgress } from '../../operator-jobs/index.ts'
import { endAllSessions, findUser, lockAccounts, tokensRevoked } from '../../users/index.ts'
import { accountDeleting } from '../consequences.ts'
import { accountPurgeDue } from '../jobs.ts'
import type { AccountDeletion, MessagesChoice } from '../model.ts'
import { findDeletion } from '../store.ts'
import { saveDeletion } from './save.ts'

const DAY_MS = 86_400_000

/** A deletion that somebody asks for. */
interface DeletionRequest {
  readonly userId: Snowflake
  readonly messages: MessagesChoice
  /** Whether it is due at once, and not after the days that the settings give people to come back. */
  readonly now?: boolean
}

/**
 * Plans the deletion of an account, and signs its person out. A second request changes the plan. Returns the job that
 * operators follow.
 *
 * @throws ApiError UNKNOWN_USER; OWNERSHIP_NOT_TRANSFERRED for owners of guilds and applications
 */
export async function requestDeletion(work: Work, { userId, messages, now }: DeletionRequest): Promise<Snowflake> {
  await lockAccounts(work, [userId])
  const user = await findUser(work, userId)
  if (!user || user.bot || user.provisional_for !== null) throw new ApiError('UNKNOWN_USER')
  const former = await findDeletion(work, userId)
  if (former?.state === 'deleted') return repeatPurge(work, former)
  await demandDeletable(work, user)
  const { deletion_grace_days: days } = await settingsOf(work)
  const planned = former?.due_at ?? work.now + days * DAY_MS
  const due_at: Instant = now ? work.now : planned
  const job_id = former?.job_id ?? (await addOperatorJob(work, 'delete'))
  await saveDeletion(work, {
    user_id: userId,
    state: 'deleting',
    messages,
    job_id,
    requested_at: work.now,
    due_at,
  })
  await endAllSessions(work, userId)
  work.emit(tokensRevoked, userTopic(userId), { userId, applicationId: null })
  await work.schedule(accountPurgeDue, userId.toString(), due_at, { userId, cursors: {}, removedMessages: 0 })
  return job_id
}

/** Goes on with a deletion of which a step has failed. */
async function repeatPurge(work: Work, { user_id: userId, job_id }: AccountDeletion): Promise<Snowflake> {
  const job = await findOperatorJob(work, job_id)
  if (job?.state !== 'failed') return job_id
  await saveProgress(work, job_id, { done: job.done })
  await work.schedule(accountPurgeDue, userId.toString(), work.now, { userId, cursors: {}, removedMessages: 0 })
  return job_id
}

/** Refuses to delete owners. @throws ApiError OWNERSHIP_NOT_TRANSFERRED */
export async function demandDeletable(work: Work, user: User): Promise<void> {
  if ((await listApplicationsOfOwner(work, user.id)).length > 0) throw new ApiError('OWNERSHIP_NOT_TRANSFERRED')
  await work.follow(accountDeleting, user)
}

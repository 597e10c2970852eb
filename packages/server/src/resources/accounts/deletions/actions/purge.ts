import { ApiError } from '@guildhall/protocol'
import type { JobHandler } from '../../../../kernel/jobs.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { failJob, finishJob, postponeJob, saveProgress } from '../../operator-jobs/index.ts'
import { findUser, lockAccounts } from '../../users/index.ts'
import { type AccountPurge, accountPurging } from '../consequences.ts'
import { accountPurgeDue, type PurgeStep } from '../jobs.ts'
import type { AccountDeletion } from '../model.ts'
import * as store from '../store.ts'
import { demandDeletable } from './request.ts'
import { removeIdentity, removeRows, saveDeletion } from './save.ts'

/** Rows that one transaction removes. */
const ROWS_MAX = 1_000
/** Time until a deletion that an owner's duties held up is tried again. */
const RETRY_MS = 86_400_000

/**
 * Returns the job `purge-account`.
 *
 * @param erase overwrites what deleted rows left on the disk
 */
export function purgeAccountJob(erase: () => void): JobHandler<PurgeStep> {
  return async (work, step) => {
    if (await purgeAccount(work, step)) work.afterCommit(erase)
  }
}

/**
 * Deletes an account whose time has come. The first transaction takes name, address, password and factors away. It and
 * the following ones remove everything else in bounded steps, and each stores the next one.
 *
 * @returns whether this was the last step
 */
async function purgeAccount(work: Work, { userId, cursors, removedMessages }: PurgeStep): Promise<boolean> {
  await lockAccounts(work, [userId])
  const deletion = await store.findDeletion(work, userId)
  const user = await findUser(work, userId)
  if (!deletion || !user) return false
  if (deletion.state === 'deleting' && !(await begin(work, deletion, user))) return false
  const purge: AccountPurge = {
    user: (await findUser(work, userId)) ?? user,
    messages: deletion.messages,
    left: ROWS_MAX,
    removedMessages,
    cursors: { ...cursors },
  }
  await work.follow(accountPurging, purge)
  await removeRows(work, purge)
  if (purge.left > 0) {
    await finishJob(work, deletion.job_id, { done: purge.removedMessages, result: { messages: purge.removedMessages } })
    return true
  }
  await saveProgress(work, deletion.job_id, { done: purge.removedMessages })
  const next = { userId, cursors: purge.cursors, removedMessages: purge.removedMessages }
  await work.schedule(accountPurgeDue, userId.toString(), work.now, next)
  return false
}

/** Tells operators that a deletion has failed. They can ask for it again, and it goes on where it stopped. */
export async function failPurge(work: Work, { userId }: PurgeStep): Promise<void> {
  const deletion = await store.findDeletion(work, userId)
  if (deletion)
    await failJob(work, deletion.job_id, 'A step failed several times; the log of the process has the error.')
}

/** Takes the identity of an account away. Returns false before its time, and for one that became an owner meanwhile. */
async function begin(work: Work, deletion: AccountDeletion, user: User): Promise<boolean> {
  const retryAt = deletion.due_at > work.now ? deletion.due_at : await blockedUntil(work, deletion, user)
  if (retryAt !== null) {
    const again = { userId: user.id, cursors: {}, removedMessages: 0 }
    await work.schedule(accountPurgeDue, user.id.toString(), retryAt, again)
    return false
  }
  await removeIdentity(work, user)
  await saveDeletion(work, { ...deletion, state: 'deleted' })
  return true
}

async function blockedUntil(work: Work, { job_id }: AccountDeletion, user: User): Promise<number | null> {
  try {
    await demandDeletable(work, user)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await postponeJob(work, job_id, error.message)
    return work.now + RETRY_MS
  }
}

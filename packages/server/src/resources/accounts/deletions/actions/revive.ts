import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { failJob } from '../../operator-jobs/index.ts'
import { accountPurgeDue } from '../jobs.ts'
import { findDeletion } from '../store.ts'
import { removeDeletion } from './save.ts'

/** Takes the deletion of an account back, if it was not carried out yet. */
export async function reviveAccount(work: Work, userId: Snowflake): Promise<void> {
  const deletion = await work.lock(`account.${userId}`, () => findDeletion(work, userId))
  if (deletion?.state !== 'deleting') return
  await removeDeletion(work, userId)
  await work.cancel(accountPurgeDue, userId.toString())
  await failJob(work, deletion.job_id, 'The person came back.')
}

import type { Snowflake } from '@guildhall/protocol'
import { SYSTEM_ACTOR, type Units } from '../../../../kernel/units.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { letters, queueMail } from '../../../accounts/mails/index.ts'
import { failJob, finishJob, listOpenJobs, saveProgress } from '../../../accounts/operator-jobs/index.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { listOwnerIds } from '../../sizes/disk-store.ts'

/** Stores that a backup has begun. */
export function noteBegun(units: Units, jobId: Snowflake): Promise<void> {
  return units.write(SYSTEM_ACTOR, (work) => saveProgress(work, jobId, { done: 0 }))
}

/** Stores the result of a backup. */
export function noteMade(units: Units, jobId: Snowflake, result: object): Promise<void> {
  return units.write(SYSTEM_ACTOR, async (work) => void (await finishJob(work, jobId, { done: 1, result })))
}

/** Stores that a backup has failed. */
export function noteFailed(units: Units, jobId: Snowflake, error: string): Promise<void> {
  return units.write(SYSTEM_ACTOR, (work) => failJob(work, jobId, error))
}

/** Stores that the backups which a former process was making have failed. */
export async function noteEnded(units: Units): Promise<void> {
  const left = await units.read(SYSTEM_ACTOR, (work) => listOpenJobs(work, 'backup'))
  for (const jobId of left) await noteFailed(units, jobId, 'The platform ended meanwhile.')
}

/** Mails owners that a daily backup has failed. */
export async function mailFailure(units: Units, url: string, error: string): Promise<void> {
  await units.write(SYSTEM_ACTOR, async (work) => {
    const { name } = await settingsOf(work)
    for (const owner of (await listUsers(work, await listOwnerIds(work))).values())
      if (owner.email !== null && owner.verified)
        await queueMail(work, owner.email, letters.backupFailed({ name, url }, error), { unlimited: true })
  })
}

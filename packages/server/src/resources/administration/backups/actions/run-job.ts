import type { Snowflake } from '@guildhall/protocol'
import type { NodeLife } from '../../../../kernel/lease.ts'
import { SYSTEM_ACTOR, type Units } from '../../../../kernel/units.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { letters, queueMail } from '../../../accounts/mails/index.ts'
import { giveUpTask, isTaskTaken, takeTask } from '../../../accounts/node-tasks/index.ts'
import { failJob, finishJob, listOpenJobs, saveProgress } from '../../../accounts/operator-jobs/index.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { listOwnerIds } from '../../sizes/disk-store.ts'

const taskOf = (jobId: Snowflake) => `backup.${jobId}`

/** Stores that this process makes a backup. No other node then says that it has failed. */
export async function noteTaken(work: Work, jobId: Snowflake, node: NodeLife | null): Promise<void> {
  await takeTask(work, taskOf(jobId), node)
}

/** Stores that a backup has begun. */
export function noteBegun(units: Units, jobId: Snowflake): Promise<void> {
  return units.write(SYSTEM_ACTOR, (work) => saveProgress(work, jobId, { done: 0 }))
}

/** Stores the result of a backup. */
export function noteMade(
  units: Units,
  { jobId, node, result }: { jobId: Snowflake; node: NodeLife | null; result: object },
): Promise<void> {
  return units.write(SYSTEM_ACTOR, async (work) => {
    await finishJob(work, jobId, { done: 1, result })
    await giveUpTask(work, taskOf(jobId), node)
  })
}

/** Stores that a backup has failed. */
export function noteFailed(
  units: Units,
  { jobId, node, error }: { jobId: Snowflake; node: NodeLife | null; error: string },
): Promise<void> {
  return units.write(SYSTEM_ACTOR, async (work) => {
    await failJob(work, jobId, error)
    await giveUpTask(work, taskOf(jobId), node)
  })
}

/** Stores that the backups which a process that has ended was making have failed. */
export async function noteEnded(units: Units, node: NodeLife | null): Promise<void> {
  if ((await units.read(SYSTEM_ACTOR, (work) => listOpenJobs(work, 'backup'))).length === 0) return
  await units.write(SYSTEM_ACTOR, async (work) => {
    for (const jobId of await listOpenJobs(work, 'backup'))
      if (!(await isTaskTaken(work, taskOf(jobId), node))) await failJob(work, jobId, 'The platform ended meanwhile.')
  })
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

import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import type { AccountPurge } from '../../../accounts/deletions/consequences.ts'
import { type FileKeeper, keepFile, removeFiles } from '../../../accounts/files/index.ts'
import { addOperatorJob, failJob, finishJob, saveProgress } from '../../../accounts/operator-jobs/index.ts'
import { type HarvestJob, harvestDue, harvestExpires } from '../jobs.ts'
import { type Harvest, HarvestStatus, harvestKey, KEPT_MS } from '../model.ts'
import * as store from '../store.ts'

/** Stores a package that is to be made. */
export async function addHarvest(
  work: Work,
  { userId, byOperator }: { userId: Snowflake; byOperator: boolean },
): Promise<Harvest> {
  const harvest: Harvest = {
    id: work.nextId(),
    user_id: userId,
    status: HarvestStatus.QUEUED,
    job_id: await addOperatorJob(work, 'export'),
    by_operator: byOperator ? 1 : 0,
    created_at: work.now,
    updated_at: work.now,
    completed_at: null,
  }
  await store.insertHarvest(work, harvest)
  await work.schedule(harvestDue, harvest.id.toString(), work.now, { id: harvest.id })
  return harvest
}

/** Stores that a package is being made. */
export async function markRunning(work: Work, { id, job_id }: Harvest): Promise<void> {
  await store.updateHarvest(work, id, { status: HarvestStatus.RUNNING, updated_at: work.now })
  await saveProgress(work, job_id, { done: 0 })
}

/** Keeps the file of a package that is done. A package whose person was deleted meanwhile is left. */
export async function completeHarvest(
  work: Work,
  keeper: FileKeeper,
  { id, path, sizeBytes, messages }: { id: Snowflake; path: string; sizeBytes: number; messages: number },
): Promise<void> {
  const harvest = await work.lock(`harvest.${id}`, () => store.findHarvest(work, id))
  if (!harvest) return
  const upload = { field: '', index: null, filename: `${id}.zip`, sizeBytes, path }
  await keepFile(work, keeper, harvestKey(id), upload)
  const status = HarvestStatus.COMPLETED
  await store.updateHarvest(work, id, { status, updated_at: work.now, completed_at: work.now })
  await work.cancel(harvestDue, id.toString())
  await work.schedule(harvestExpires, id.toString(), work.now + KEPT_MS, { id })
  await finishJob(work, harvest.job_id, {
    done: messages,
    result: { harvest_id: id.toString(), messages, bytes: sizeBytes },
  })
}

/** Stores that a package could not be made. The person may ask again. */
export async function failHarvest(work: Work, { id }: HarvestJob): Promise<void> {
  const harvest = await store.findHarvest(work, id)
  if (!harvest) return
  await store.updateHarvest(work, id, { status: HarvestStatus.FAILED, updated_at: work.now })
  await work.cancel(harvestDue, id.toString())
  await failJob(work, harvest.job_id, 'The package could not be made; the log of the process has the error.')
}

/** The job `harvest-expired`: removes a package with its file. */
export async function removeHarvest(work: Work, { id }: HarvestJob): Promise<void> {
  await store.deleteHarvest(work, id)
  await removeFiles(work, [harvestKey(id)])
}

/** Removes the packages of a deleted account. */
export async function removeHarvestsOfAccount(work: Work, purge: AccountPurge): Promise<void> {
  for (const { id } of await store.listHarvests(work, purge.user.id)) {
    await removeHarvest(work, { id })
    await work.cancel(harvestDue, id.toString())
    purge.left -= 1
  }
}

import type { Snowflake } from '@guildhall/protocol'
import type { OperatorJobTable } from '../../../../kernel/store/lifecycle-tables.ts'
import type { Work } from '../../../../kernel/work.ts'
import * as store from '../store.ts'

/** Time for which the result of a job can be read after its end. */
const KEPT_MS = 30 * 86_400_000

/** Stores a job that waits, and forgets those that ended a month ago. Returns its id. */
export async function addOperatorJob(work: Work, kind: OperatorJobTable['kind']): Promise<Snowflake> {
  await store.deleteEndedJobs(work, work.now - KEPT_MS)
  const id = work.nextId()
  const blank = { done: 0, total: null, error: null, result: null, ended_at: null }
  await store.insertOperatorJob(work, { id, kind, state: 'waiting', created_at: work.now, ...blank })
  return id
}

/** Stores how far a running job is. */
export function saveProgress(
  work: Work,
  id: Snowflake,
  { done, total = null }: { done: number; total?: number | null },
): Promise<void> {
  return store.updateOperatorJob(work, id, { state: 'running', done, total, error: null })
}

/** Stores that a job waits again, and why. */
export function postponeJob(work: Work, id: Snowflake, error: string): Promise<void> {
  return store.updateOperatorJob(work, id, { state: 'waiting', error })
}

/** Stores the result of a job that is done. */
export function finishJob(work: Work, id: Snowflake, { done, result }: { done: number; result: object | null }) {
  const text = result === null ? null : JSON.stringify(result)
  return store.updateOperatorJob(work, id, { state: 'done', done, total: done, result: text, ended_at: work.now })
}

/** Stores that a job has failed, in words for operators. */
export function failJob(work: Work, id: Snowflake, error: string): Promise<void> {
  return store.updateOperatorJob(work, id, { state: 'failed', error, ended_at: work.now })
}

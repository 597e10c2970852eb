import type { Instant, Snowflake } from '@guildhall/protocol'
import type { OperatorJobTable } from '../../../kernel/store/lifecycle-tables.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Inserts a job that operators follow. */
export async function insertOperatorJob(session: StoreSession, job: OperatorJobTable): Promise<void> {
  await session.run(db.insertInto('operator_jobs').values(job))
}

/** Returns a job that operators follow. */
export async function findOperatorJob(session: StoreSession, id: Snowflake): Promise<OperatorJobTable | undefined> {
  return session.first(db.selectFrom('operator_jobs').selectAll().where('id', '=', id))
}

/** Changes fields of a job. */
export async function updateOperatorJob(
  session: StoreSession,
  id: Snowflake,
  changed: Partial<Omit<OperatorJobTable, 'id' | 'kind'>>,
): Promise<void> {
  await session.run(db.updateTable('operator_jobs').set(changed).where('id', '=', id))
}

/** Returns the jobs of a kind that have not ended. */
export async function listOpenJobs(session: StoreSession, kind: OperatorJobTable['kind']): Promise<Snowflake[]> {
  const open = db.selectFrom('operator_jobs').select('id').where('kind', '=', kind).where('ended_at', 'is', null)
  return (await session.all(open)).map(({ id }) => id)
}

/** Deletes the jobs that ended before an instant. */
export async function deleteEndedJobs(session: StoreSession, before: Instant): Promise<void> {
  await session.run(db.deleteFrom('operator_jobs').where('ended_at', '<', before))
}

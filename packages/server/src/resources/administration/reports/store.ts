import type { Instant, Snowflake } from '@guildhall/protocol'
import type { ReporterTable } from '../../../kernel/store/account-tables.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import { REASONS_MAX, type ReportState, type StoredReason, type StoredReport } from './model.ts'

const LAST_NOTICE = 'reports mailed at'

/** Inserts an entry. */
export async function insertReport(session: StoreSession, report: StoredReport): Promise<void> {
  await session.run(db.insertInto('reports').values(report))
}

/** Returns an entry. */
export async function findReport(session: StoreSession, id: Snowflake): Promise<StoredReport | undefined> {
  return session.first(db.selectFrom('reports').selectAll().where('id', '=', id))
}

/** Returns the open entry about something. */
export async function findOpenReport(session: StoreSession, subject: string): Promise<StoredReport | undefined> {
  return session.first(
    db.selectFrom('reports').selectAll().where('subject', '=', subject).where('state', '=', 'open').limit(1),
  )
}

/** Returns entries without their evidence, by ascending id after an id. */
export async function listReports(
  session: StoreSession,
  { state, after, limit }: { state: ReportState | undefined; after: Snowflake; limit: number },
): Promise<StoredReport[]> {
  const columns = [
    'id',
    'kind',
    'subject',
    'state',
    'count',
    'user_id',
    'guild_id',
    'channel_id',
    'message_id',
  ] as const
  let query = db
    .selectFrom('reports')
    .select([...columns, 'created_at', 'decided_at', 'resolved_by', 'note'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
  if (state !== undefined) query = query.where('state', '=', state)
  return (await session.all(query)).map((row) => ({ ...row, evidence: null }))
}

/** Stores what an operator decided about an entry, or how many people have reported it. */
export async function updateReport(
  session: StoreSession,
  id: Snowflake,
  changes: Partial<Pick<StoredReport, 'state' | 'count' | 'decided_at' | 'resolved_by' | 'note'>>,
): Promise<void> {
  await session.run(db.updateTable('reports').set(changes).where('id', '=', id))
}

/** Returns entries with evidence that names a person, of those after an id, and the id up to which they were read. */
export async function listEvidenceOf(
  session: StoreSession,
  userId: Snowflake,
  { after, limit }: { after: Snowflake; limit: number },
): Promise<{ found: { id: Snowflake; evidence: string }[]; end: Snowflake | null }> {
  const ids = db.selectFrom('reports').select('id').where('id', '>', after).orderBy('id').limit(limit)
  const end = (await session.all(ids)).at(-1)?.id ?? null
  if (end === null) return { found: [], end }
  const naming = db
    .selectFrom('reports')
    .select(['id', 'evidence'])
    .where('id', '>', after)
    .where('id', '<=', end)
    .where('evidence', 'like', `%"${userId}"%`)
  const rows = await session.all(naming)
  return { found: rows.map(({ id, evidence }) => ({ id, evidence: evidence ?? 'null' })), end }
}

/** Stores the evidence of an entry. */
export async function updateEvidence(session: StoreSession, id: Snowflake, evidence: string): Promise<void> {
  await session.run(db.updateTable('reports').set({ evidence }).where('id', '=', id))
}

/** Returns the number of open entries. */
export async function countOpenReports(session: StoreSession): Promise<number> {
  const open = db
    .selectFrom('reports')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('state', '=', 'open')
  return Number((await session.first(open))?.count ?? 0)
}

/** Returns the number of open entries since an instant. */
export async function countReportsSince(session: StoreSession, since: Instant): Promise<number> {
  const open = db
    .selectFrom('reports')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('state', '=', 'open')
    .where('created_at', '>', since)
  return Number((await session.first(open))?.count ?? 0)
}

/** Returns the number of entries about people and what they wrote. */
export async function countReportsAbout(
  session: StoreSession,
  userIds: readonly Snowflake[],
): Promise<Map<Snowflake, number>> {
  if (userIds.length === 0) return new Map()
  const counts = db
    .selectFrom('reports')
    .select(['user_id', (eb) => eb.fn.countAll().as('count')])
    .where('user_id', 'in', [...userIds])
    .groupBy('user_id')
  return new Map((await session.all(counts)).map(({ user_id, count }) => [user_id ?? 0n, Number(count)]))
}

/** Inserts what a person has reported. */
export async function insertReporter(session: StoreSession, reporter: ReporterTable): Promise<void> {
  await session.run(db.insertInto('reporters').values(reporter))
}

/** Returns the entry of what a person has reported before. */
export async function findReportOf(
  session: StoreSession,
  reporterId: Snowflake,
  subject: string,
): Promise<Snowflake | undefined> {
  const query = db.selectFrom('reporters').select('report_id').where('reporter_id', '=', reporterId)
  return (await session.first(query.where('subject', '=', subject).orderBy('report_id').limit(1)))?.report_id
}

/** Returns the number of reports of a person since an instant. */
export async function countReportsOf(session: StoreSession, reporterId: Snowflake, since: Instant): Promise<number> {
  const query = db.selectFrom('reporters').select('report_id').where('reporter_id', '=', reporterId)
  return (await session.all(query.where('at', '>', since))).length
}

/** Returns the newest reasons of an entry, oldest first. */
export async function listReasons(session: StoreSession, reportId: Snowflake): Promise<StoredReason[]> {
  const reasons = db.selectFrom('reporters').select(['report_id', 'reason', 'text', 'at'])
  const newest = reasons.where('report_id', '=', reportId).orderBy('at', 'desc').limit(REASONS_MAX)
  return (await session.all(newest)).reverse()
}

/** Returns the entries that were decided first. */
export async function listDecided(
  session: StoreSession,
  limit: number,
): Promise<{ id: Snowflake; decidedAt: Instant }[]> {
  const decided = db.selectFrom('reports').select(['id', 'decided_at']).where('decided_at', 'is not', null)
  const rows = await session.all(decided.orderBy('decided_at').limit(limit))
  return rows.map(({ id, decided_at }) => ({ id, decidedAt: decided_at ?? 0 }))
}

/** Deletes entries with everything that belongs to them. */
export async function deleteReports(session: StoreSession, ids: readonly Snowflake[]): Promise<void> {
  if (ids.length === 0) return
  await session.run(db.deleteFrom('reporters').where('report_id', 'in', [...ids]))
  await session.run(db.deleteFrom('reports').where('id', 'in', [...ids]))
}

/** Returns when operators were last mailed about reports; null for never. */
export async function lastNoticeAt(session: StoreSession): Promise<Instant | null> {
  const row = await session.first(db.selectFrom('instance_state').select('value').where('name', '=', LAST_NOTICE))
  return row ? Number(row.value) : null
}

/** Stores when operators were mailed about reports. */
export async function putNoticeAt(session: StoreSession, at: Instant): Promise<void> {
  const value = String(at)
  const insert = db.insertInto('instance_state').values({ name: LAST_NOTICE, value })
  await session.run(insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })))
}

import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import { pageOf } from '../../../kernel/store/page.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { AuditLogTable } from '../../../kernel/store/tables.ts'
import type { StoredAuditLogEntry } from './model.ts'

/** Filters of a page of the audit log; an `action_type` of 0 means any. */
export interface AuditLogFilter {
  user_id?: Snowflake | undefined
  target_id?: Snowflake | undefined
  action_type?: number | undefined
  before?: Snowflake | undefined
  after?: Snowflake | undefined
}

/** Stores a new entry. */
export async function insertAuditLogEntry(session: StoreSession, entry: StoredAuditLogEntry): Promise<void> {
  const { changes, options, reason, ...columns } = entry
  await session.run(db.insertInto('audit_log').values({ ...columns, data: pack({ changes, options, reason }) }))
}

/** Lists entries of a guild, newest first; with `after` oldest first. */
export async function listAuditLogEntries(
  session: StoreSession,
  guildId: Snowflake,
  filter: AuditLogFilter,
  limit: number,
): Promise<StoredAuditLogEntry[]> {
  let query = db.selectFrom('audit_log').selectAll().where('guild_id', '=', guildId)
  if (filter.user_id !== undefined) query = query.where('user_id', '=', filter.user_id)
  if (filter.target_id !== undefined) query = query.where('target_id', '=', filter.target_id.toString())
  if (filter.action_type) query = query.where('action_type', '=', filter.action_type)
  const { before, after } = filter
  const page = await pageOf(session, query, 'id', { before, after, limit })
  return (after === undefined ? page.reverse() : page).map(entryOfRow)
}

function entryOfRow({ data, ...columns }: AuditLogTable): StoredAuditLogEntry {
  return { ...columns, ...unpack<Pick<StoredAuditLogEntry, 'changes' | 'options' | 'reason'>>(data) }
}

/** Returns the id at the end of the next entries after an id; null without any. */
export async function windowEnd(session: StoreSession, after: Snowflake, size: number): Promise<Snowflake | null> {
  const ids = db.selectFrom('audit_log').select('id').where('id', '>', after).orderBy('id').limit(size).as('part')
  const row = await session.first(db.selectFrom(ids).select((eb) => eb.fn.max('part.id').as('end')))
  return row?.end == null ? null : BigInt(row.end)
}

/** Lists the entries about a user in a part of the table. */
export async function listEntriesAbout(
  session: StoreSession,
  userId: Snowflake,
  { after, end }: { after: Snowflake; end: Snowflake },
): Promise<StoredAuditLogEntry[]> {
  const entries = db.selectFrom('audit_log').selectAll().where('id', '>', after).where('id', '<=', end)
  const rows = await session.all(entries.where('target_id', '=', userId.toString()))
  return rows.map(entryOfRow)
}

/** Overwrites changes, options and reason of an entry. */
export async function updateAuditLogEntry(
  session: StoreSession,
  { id, changes, options, reason }: StoredAuditLogEntry,
): Promise<void> {
  const update = db.updateTable('audit_log').set({ data: pack({ changes, options, reason }) })
  await session.run(update.where('id', '=', id))
}

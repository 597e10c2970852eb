import type { Snowflake } from '@guildhall/protocol'
import { unpack } from '../../kernel/json.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { StoredAuditLogEntry } from './audit.ts'

export interface Filter {
  user_id?: Snowflake | undefined
  target_id?: Snowflake | undefined
  action_type?: number | undefined
  before?: Snowflake | undefined
  after?: Snowflake | undefined
}

export async function page(
  session: StoreSession,
  guildId: Snowflake,
  filter: Filter,
  limit: number,
): Promise<StoredAuditLogEntry[]> {
  let query = db.selectFrom('audit_log').selectAll().where('guild_id', '=', guildId)
  if (filter.user_id !== undefined) query = query.where('user_id', '=', filter.user_id)
  if (filter.target_id !== undefined) query = query.where('target_id', '=', filter.target_id.toString())
  if (filter.action_type) query = query.where('action_type', '=', filter.action_type)
  if (filter.before !== undefined) query = query.where('id', '<', filter.before)
  if (filter.after !== undefined) query = query.where('id', '>', filter.after)
  const rows = await session.all(query.orderBy('id', filter.after === undefined ? 'desc' : 'asc').limit(limit))
  return rows.map(({ data, ...columns }) => ({
    ...columns,
    ...unpack<Pick<StoredAuditLogEntry, 'changes' | 'options' | 'reason'>>(data),
  }))
}

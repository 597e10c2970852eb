import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { JoinRequestStatus, StoredJoinRequest } from './join-request.ts'

/** A user has one request in a guild: a later one takes the place of the earlier. */
export async function put(session: StoreSession, request: StoredJoinRequest): Promise<void> {
  const { guild_id, user_id } = request
  await session.run(db.deleteFrom('join_requests').where('guild_id', '=', guild_id).where('user_id', '=', user_id))
  await session.run(db.insertInto('join_requests').values(request))
}

export async function find(
  session: StoreSession,
  guildId: Snowflake,
  by: { id: Snowflake } | { userId: Snowflake },
): Promise<StoredJoinRequest | undefined> {
  const all = db.selectFrom('join_requests').selectAll().where('guild_id', '=', guildId)
  return session.first('id' in by ? all.where('id', '=', by.id) : all.where('user_id', '=', by.userId))
}

export interface Window {
  status?: JoinRequestStatus
  before?: Snowflake
  after?: Snowflake
  limit: number
}

/** The newest first; from above `after` the oldest of those. */
export async function page(session: StoreSession, guildId: Snowflake, window: Window): Promise<StoredJoinRequest[]> {
  let query = db.selectFrom('join_requests').selectAll().where('guild_id', '=', guildId)
  if (window.status !== undefined) query = query.where('status', '=', window.status)
  if (window.before !== undefined) query = query.where('id', '<', window.before)
  if (window.after !== undefined) query = query.where('id', '>', window.after)
  return session.all(query.orderBy('id', window.after === undefined ? 'desc' : 'asc').limit(window.limit))
}

export async function count(session: StoreSession, guildId: Snowflake, status?: JoinRequestStatus): Promise<number> {
  let query = db
    .selectFrom('join_requests')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('guild_id', '=', guildId)
  if (status !== undefined) query = query.where('status', '=', status)
  return Number((await session.first(query))?.total ?? 0)
}

import type { Snowflake } from '@guildhall/protocol'
import { pageOf } from '../../../kernel/store/page.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { JoinRequestStatus, StoredJoinRequest } from './model.ts'

/** Stores a request in place of the user's previous one in the guild. */
export async function saveJoinRequest(session: StoreSession, request: StoredJoinRequest): Promise<void> {
  const { guild_id, user_id } = request
  await session.run(db.deleteFrom('join_requests').where('guild_id', '=', guild_id).where('user_id', '=', user_id))
  await session.run(db.insertInto('join_requests').values(request))
}

/** Returns a request by its id or its user, or undefined. */
export async function findJoinRequest(
  session: StoreSession,
  guildId: Snowflake,
  by: { id: Snowflake } | { userId: Snowflake },
): Promise<StoredJoinRequest | undefined> {
  const all = db.selectFrom('join_requests').selectAll().where('guild_id', '=', guildId)
  return session.first('id' in by ? all.where('id', '=', by.id) : all.where('user_id', '=', by.userId))
}

/** Filters of a page of requests. */
export interface JoinRequestWindow {
  status?: JoinRequestStatus
  before?: Snowflake
  after?: Snowflake
  limit: number
}

/** Lists requests of a guild, newest first; with `after` oldest first. */
export async function listJoinRequests(
  session: StoreSession,
  guildId: Snowflake,
  window: JoinRequestWindow,
): Promise<StoredJoinRequest[]> {
  let query = db.selectFrom('join_requests').selectAll().where('guild_id', '=', guildId)
  if (window.status !== undefined) query = query.where('status', '=', window.status)
  const page = await pageOf(session, query, 'id', window)
  return window.after === undefined ? page.reverse() : page
}

/** Returns the number of requests of a guild, by status if given. */
export async function countJoinRequests(
  session: StoreSession,
  guildId: Snowflake,
  status?: JoinRequestStatus,
): Promise<number> {
  let query = db
    .selectFrom('join_requests')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('guild_id', '=', guildId)
  if (status !== undefined) query = query.where('status', '=', status)
  return Number((await session.first(query))?.total ?? 0)
}

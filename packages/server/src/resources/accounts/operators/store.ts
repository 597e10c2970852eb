import type { Snowflake } from '@guildhall/protocol'
import type { OperatorsLogTable } from '../../../kernel/store/account-tables.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { OperatorAction, OperatorRole } from './model.ts'

/** Returns the role of a person; null without one. */
export async function findOperatorRole(session: StoreSession, userId: Snowflake): Promise<OperatorRole | null> {
  const row = await session.first(db.selectFrom('operators').select('role').where('user_id', '=', userId))
  return row?.role ?? null
}

/** Returns the roles of those of the given people who have one. */
export async function listOperatorRoles(
  session: StoreSession,
  userIds: readonly Snowflake[],
): Promise<Map<Snowflake, OperatorRole>> {
  if (userIds.length === 0) return new Map()
  const rows = await session.all(
    db
      .selectFrom('operators')
      .selectAll()
      .where('user_id', 'in', [...userIds]),
  )
  return new Map(rows.map(({ user_id, role }) => [user_id, role]))
}

/** Returns the ids of all operators. */
export async function listOperatorIds(session: StoreSession): Promise<Snowflake[]> {
  return (await session.all(db.selectFrom('operators').select('user_id'))).map(({ user_id }) => user_id)
}

/** Returns the number of owners whose accounts are not being deleted, besides one of them. */
export async function countOwners(session: StoreSession, besides = 0n): Promise<number> {
  const leaving = db.selectFrom('account_deletions').select('user_id')
  const owners = db.selectFrom('operators').select('user_id').where('role', '=', 'owner')
  return (await session.all(owners.where('user_id', 'not in', leaving).where('user_id', '<>', besides))).length
}

/** Inserts or overwrites the role of a person; null removes it. */
export async function putOperatorRole(
  session: StoreSession,
  userId: Snowflake,
  role: OperatorRole | null,
): Promise<void> {
  if (role === null) {
    await session.run(db.deleteFrom('operators').where('user_id', '=', userId))
    return
  }
  const insert = db.insertInto('operators').values({ user_id: userId, role })
  await session.run(insert.onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role })))
}

/** Inserts an entry of the operators' log. */
export async function insertLogEntry(session: StoreSession, entry: OperatorsLogTable): Promise<void> {
  await session.run(db.insertInto('operators_log').values(entry))
}

/** A choice of entries of the operators' log. */
export interface LogFilter {
  readonly actor?: Snowflake | 'key' | 'command' | undefined
  readonly action?: OperatorAction | undefined
  readonly target?: string | undefined
  readonly before?: Snowflake | undefined
  readonly limit: number
}

/** Returns entries of the operators' log, newest first. */
export async function listLogEntries(session: StoreSession, filter: LogFilter): Promise<OperatorsLogTable[]> {
  const { actor, action, target, before, limit } = filter
  let query = db.selectFrom('operators_log').selectAll().orderBy('id', 'desc').limit(limit)
  if (actor === 'key' || actor === 'command') query = query.where('actor_kind', '=', actor)
  else if (actor !== undefined) query = query.where('actor_id', '=', actor)
  if (action !== undefined) query = query.where('action', '=', action)
  if (target !== undefined) query = query.where('target', '=', target)
  if (before !== undefined) query = query.where('id', '<', before)
  return session.all(query)
}

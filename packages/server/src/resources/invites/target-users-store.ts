import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { InviteTargetListTable } from '../../kernel/store/tables.ts'

type List = { [K in keyof InviteTargetListTable]: InviteTargetListTable[K] }

/** Values that go into one statement. */
const ROWS_MAX = 500

export async function insertList(session: StoreSession, list: List): Promise<void> {
  await session.run(db.insertInto('invite_target_lists').values(list))
}

export async function updateList(session: StoreSession, id: Snowflake, changes: Partial<List>): Promise<void> {
  await session.run(db.updateTable('invite_target_lists').set(changes).where('id', '=', id))
}

export async function findList(session: StoreSession, id: Snowflake): Promise<List | undefined> {
  return session.first(db.selectFrom('invite_target_lists').selectAll().where('id', '=', id))
}

export async function newestList(session: StoreSession, code: string): Promise<List | undefined> {
  return session.first(
    db.selectFrom('invite_target_lists').selectAll().where('code', '=', code).orderBy('id', 'desc').limit(1),
  )
}

export async function listInEffect(session: StoreSession, code: string): Promise<List | undefined> {
  return session.first(
    db.selectFrom('invite_target_lists').selectAll().where('code', '=', code).where('in_effect', '=', 1),
  )
}

/** Lists that a new one takes the place of before they were in effect; what belongs to a list goes with it. */
export async function removeUnused(session: StoreSession, code: string): Promise<void> {
  await session.run(db.deleteFrom('invite_target_lists').where('code', '=', code).where('in_effect', '=', 0))
}

export async function removeOthers(session: StoreSession, code: string, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('invite_target_lists').where('code', '=', code).where('id', '!=', id))
}

export async function insertPart(
  session: StoreSession,
  list_id: Snowflake,
  part: number,
  ids: readonly Snowflake[],
): Promise<void> {
  await session.run(db.insertInto('invite_target_parts').values({ list_id, part, ids: ids.join() }))
}

export async function partOf(session: StoreSession, listId: Snowflake, part: number): Promise<Snowflake[]> {
  const row = await session.first(
    db.selectFrom('invite_target_parts').select('ids').where('list_id', '=', listId).where('part', '=', part),
  )
  return row ? row.ids.split(',').map(BigInt) : []
}

/** All ids of a list, as text. */
export async function allParts(session: StoreSession, listId: Snowflake): Promise<string[]> {
  const rows = await session.all(
    db.selectFrom('invite_target_parts').select('ids').where('list_id', '=', listId).orderBy('part'),
  )
  return rows.flatMap((row) => row.ids.split(','))
}

export async function insertTargets(
  session: StoreSession,
  list_id: Snowflake,
  ids: readonly Snowflake[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += ROWS_MAX) {
    const rows = ids.slice(start, start + ROWS_MAX).map((user_id) => ({ list_id, user_id }))
    await session.run(db.insertInto('invite_targets').values(rows))
  }
}

export async function hasTarget(session: StoreSession, listId: Snowflake, userId: Snowflake): Promise<boolean> {
  const row = await session.first(
    db.selectFrom('invite_targets').select('user_id').where('list_id', '=', listId).where('user_id', '=', userId),
  )
  return row !== undefined
}

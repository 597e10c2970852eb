import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { Harvest } from './model.ts'

/** Inserts a package. */
export async function insertHarvest(session: StoreSession, harvest: Harvest): Promise<void> {
  await session.run(db.insertInto('harvests').values(harvest))
}

/** Returns a package. */
export async function findHarvest(session: StoreSession, id: Snowflake): Promise<Harvest | undefined> {
  return session.first(db.selectFrom('harvests').selectAll().where('id', '=', id))
}

/** Lists the packages of a person, newest first. */
export async function listHarvests(session: StoreSession, userId: Snowflake): Promise<Harvest[]> {
  return session.all(db.selectFrom('harvests').selectAll().where('user_id', '=', userId).orderBy('id', 'desc'))
}

/** Changes fields of a package. */
export async function updateHarvest(session: StoreSession, id: Snowflake, changed: Partial<Harvest>): Promise<void> {
  await session.run(db.updateTable('harvests').set(changed).where('id', '=', id))
}

/** Deletes a package. */
export async function deleteHarvest(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('harvests').where('id', '=', id))
}

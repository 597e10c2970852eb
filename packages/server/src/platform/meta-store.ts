import { db } from '../kernel/store/statement.ts'
import type { StoreSession } from '../kernel/store/store.ts'

/** Returns a value of the `meta` table; undefined for an unknown key. */
export async function findMeta(session: StoreSession, key: string): Promise<string | undefined> {
  return (await session.first(db.selectFrom('meta').select('value').where('key', '=', key)))?.value
}

/** Inserts a value, unless the key has one. */
export async function insertMeta(session: StoreSession, key: string, value: string): Promise<void> {
  const insert = db.insertInto('meta').values({ key, value })
  await session.run(insert.onConflict((conflict) => conflict.column('key').doNothing()))
}

/** Inserts or replaces a value. */
export async function saveMeta(session: StoreSession, key: string, value: string): Promise<void> {
  const insert = db.insertInto('meta').values({ key, value })
  await session.run(insert.onConflict((conflict) => conflict.column('key').doUpdateSet({ value })))
}

/** Returns all keys and values. */
export async function listMeta(session: StoreSession): Promise<{ key: string; value: string }[]> {
  return session.all(db.selectFrom('meta').selectAll())
}

/** Replaces all keys and values. */
export async function replaceMeta(
  session: StoreSession,
  rows: readonly { key: string; value: string }[],
): Promise<void> {
  await session.run(db.deleteFrom('meta'))
  for (const row of rows) await session.run(db.insertInto('meta').values(row))
}

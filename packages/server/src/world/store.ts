import { db } from '../kernel/store/statement.ts'
import type { StoreSession } from '../kernel/store/store.ts'

/** Whether the store has users, and so a world. */
export async function hasUsers(session: StoreSession): Promise<boolean> {
  return (await session.first(db.selectFrom('users').select('id').limit(1))) !== undefined
}

/** Returns the value that the store keeps under a key of `meta`. */
export async function findMeta(session: StoreSession, key: string): Promise<string | undefined> {
  return (await session.first(db.selectFrom('meta').select('value').where('key', '=', key)))?.value
}

/** Keeps a value under a new key of `meta`. */
export async function insertMeta(session: StoreSession, key: string, value: string): Promise<void> {
  await session.run(db.insertInto('meta').values({ key, value }))
}

/** Removes a key of `meta`, if it is there. */
export async function deleteMeta(session: StoreSession, key: string): Promise<void> {
  await session.run(db.deleteFrom('meta').where('key', '=', key))
}

import type { Snowflake } from '@guildhall/protocol'
import { sql } from 'kysely'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** A guild or person with the bytes of its files. */
export interface Holder {
  readonly id: Snowflake
  readonly name: string
  readonly bytes: number
}

/** Bytes of rows and files at the beginning of a day, counted since 1970. */
export interface SizeSample {
  readonly day: number
  readonly bytes: number
}

/** Lists the guilds with the most bytes of files. */
export async function listFullestGuilds(session: StoreSession, limit: number): Promise<Holder[]> {
  const rows = await session.all(
    db
      .selectFrom('guilds')
      .leftJoin('stored_bytes', (join) => join.on('stored_bytes.holder', '=', sql`'guild ' || guilds.id`))
      .select(['guilds.id', 'guilds.name', 'stored_bytes.bytes'])
      .orderBy(sql`coalesce(stored_bytes.bytes, 0)`, 'desc')
      .orderBy('guilds.id')
      .limit(limit),
  )
  return rows.map(({ id, name, bytes }) => ({ id, name, bytes: Number(bytes ?? 0) }))
}

/** Lists the people and bots with the most bytes of files. */
export async function listFullestPeople(session: StoreSession, limit: number): Promise<Holder[]> {
  const rows = await session.all(
    db
      .selectFrom('users')
      .innerJoin('stored_bytes', (join) => join.on('stored_bytes.holder', '=', sql`'user ' || users.id`))
      .select(['users.id', 'users.username', 'stored_bytes.bytes'])
      .where('stored_bytes.bytes', '>', 0n)
      .orderBy('stored_bytes.bytes', 'desc')
      .orderBy('users.id')
      .limit(limit),
  )
  return rows.map(({ id, username, bytes }) => ({ id, name: username, bytes: Number(bytes) }))
}

/** Returns the oldest sample that is kept. */
export async function findOldestSample(session: StoreSession): Promise<SizeSample | undefined> {
  const row = await session.first(db.selectFrom('size_samples').selectAll().orderBy('day').limit(1))
  return row && { day: row.day, bytes: Number(row.bytes) }
}

/** Inserts the sample of a day that has none, and deletes those of days before another one. */
export async function insertSample(session: StoreSession, { day, bytes }: SizeSample, since: number): Promise<void> {
  const row = db.insertInto('size_samples').values({ day, bytes: BigInt(bytes) })
  await session.run(row.onConflict((conflict) => conflict.column('day').doNothing()))
  await session.run(db.deleteFrom('size_samples').where('day', '<', since))
}

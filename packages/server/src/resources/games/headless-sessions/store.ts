import type { ActivityObject } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { ActivitySecrets } from '../../../kernel/model.ts'
import type { HeadlessSessionTable } from '../../../kernel/store/game-tables.ts'
import type { Secrets } from '../../../kernel/store/secrets.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { PlayerKey, StoredHeadlessSession } from './model.ts'

const placeOf = (id: string) => `headless_sessions.secrets.${id}`

function sessionOfRow(key: Secrets, row: HeadlessSessionTable): StoredHeadlessSession {
  const { activities, secrets, ...columns } = row
  return {
    ...columns,
    activities: unpack<ActivityObject[]>(activities),
    secrets: secrets === null ? [] : unpack<ActivitySecrets[]>(key.open(secrets, placeOf(row.id))),
  }
}

function rowOfSession(key: Secrets, session: StoredHeadlessSession): HeadlessSessionTable {
  const { activities, secrets, ...columns } = session
  return {
    ...columns,
    activities: pack(activities),
    secrets: secrets.length === 0 ? null : key.seal(pack(secrets), placeOf(session.id)),
  }
}

/** Returns a session by its id. */
export async function findHeadlessSession(
  session: StoreSession,
  id: string,
): Promise<StoredHeadlessSession | undefined> {
  const row = await session.first(db.selectFrom('headless_sessions').selectAll().where('id', '=', id))
  return row && sessionOfRow(session.secrets, row)
}

/** Returns the session of a token, if it belongs to this player. */
export async function findHeadlessSessionOfToken(
  session: StoreSession,
  { user_id, application_id }: PlayerKey,
  tokenHash: string,
): Promise<StoredHeadlessSession | undefined> {
  const row = await session.first(
    db
      .selectFrom('headless_sessions')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .where('user_id', '=', user_id)
      .where('application_id', '=', application_id),
  )
  return row && sessionOfRow(session.secrets, row)
}

/** Lists the sessions of a player, the longest without an update first. */
export async function listHeadlessSessions(
  session: StoreSession,
  { user_id, application_id }: PlayerKey,
): Promise<StoredHeadlessSession[]> {
  const rows = await session.all(
    db
      .selectFrom('headless_sessions')
      .selectAll()
      .where('user_id', '=', user_id)
      .where('application_id', '=', application_id)
      .orderBy('updated_at')
      .orderBy('id'),
  )
  return rows.map((row) => sessionOfRow(session.secrets, row))
}

/** Lists all sessions, for the start of the platform. */
export async function listAllHeadlessSessions(session: StoreSession): Promise<StoredHeadlessSession[]> {
  const rows = await session.all(db.selectFrom('headless_sessions').selectAll().orderBy('id'))
  return rows.map((row) => sessionOfRow(session.secrets, row))
}

/** Inserts a session, or overwrites the one with its id. */
export async function putHeadlessSession(session: StoreSession, stored: StoredHeadlessSession): Promise<void> {
  const row = rowOfSession(session.secrets, stored)
  const insert = db.insertInto('headless_sessions').values(row)
  await session.run(insert.onConflict((conflict) => conflict.column('id').doUpdateSet(row)))
}

/** Deletes a session. */
export async function deleteHeadlessSession(session: StoreSession, id: string): Promise<void> {
  await session.run(db.deleteFrom('headless_sessions').where('id', '=', id))
}

/** Re-encrypts the secrets of every session. `from` opens the stored ones. */
export async function resealHeadlessSessions(session: StoreSession, from: Secrets): Promise<void> {
  for (const { id, secrets } of await session.all(db.selectFrom('headless_sessions').select(['id', 'secrets']))) {
    if (secrets === null) continue
    const sealed = session.secrets.seal(from.open(secrets, placeOf(id)), placeOf(id))
    await session.run(db.updateTable('headless_sessions').set({ secrets: sealed }).where('id', '=', id))
  }
}

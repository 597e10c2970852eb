import type { Instant, Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'

/** An application that a person has added to their own account. */
export interface StoredInstall {
  id: Snowflake
  application_id: Snowflake
  user_id: Snowflake
  /** Separated by single spaces. */
  scopes: string
  created_at: Instant
}

export async function insertInstall(session: StoreSession, install: StoredInstall): Promise<void> {
  await session.run(db.insertInto('application_installs').values(install))
}

export async function findInstall(
  session: StoreSession,
  applicationId: Snowflake,
  userId: Snowflake,
): Promise<StoredInstall | undefined> {
  return session.first(
    db
      .selectFrom('application_installs')
      .selectAll()
      .where('user_id', '=', userId)
      .where('application_id', '=', applicationId),
  )
}

/** The oldest first. */
export async function listInstallsOfUser(
  session: StoreSession,
  userId: Snowflake,
  limit: number,
): Promise<StoredInstall[]> {
  return session.all(
    db.selectFrom('application_installs').selectAll().where('user_id', '=', userId).orderBy('id').limit(limit),
  )
}

export async function countInstalls(session: StoreSession, applicationId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('application_installs')
      .select((eb) => eb.fn.countAll<number>().as('installs'))
      .where('application_id', '=', applicationId),
  )
  return Number(row?.installs ?? 0)
}

export async function countInstallsOfUser(session: StoreSession, userId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('application_installs')
      .select((eb) => eb.fn.countAll<number>().as('installs'))
      .where('user_id', '=', userId),
  )
  return Number(row?.installs ?? 0)
}

export async function deleteInstall(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('application_installs').where('id', '=', id))
}

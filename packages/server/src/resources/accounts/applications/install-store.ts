import type { Instant, Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Application that a person has installed. */
export interface StoredInstall {
  id: Snowflake
  application_id: Snowflake
  user_id: Snowflake
  /** Scopes, separated by single spaces. */
  scopes: string
  created_at: Instant
}

/** Inserts an install. */
export async function insertInstall(session: StoreSession, install: StoredInstall): Promise<void> {
  await session.run(db.insertInto('application_installs').values(install))
}

/** Returns the install of an application by a user. */
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

/** Lists the installs of a user, oldest first. */
export async function listInstallsOfUser(
  session: StoreSession,
  userId: Snowflake,
  limit: number,
): Promise<StoredInstall[]> {
  return session.all(
    db.selectFrom('application_installs').selectAll().where('user_id', '=', userId).orderBy('id').limit(limit),
  )
}

/** Returns the number of users who have installed an application. */
export async function countInstalls(session: StoreSession, applicationId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('application_installs')
      .select((eb) => eb.fn.countAll<number>().as('installs'))
      .where('application_id', '=', applicationId),
  )
  return Number(row?.installs ?? 0)
}

/** Returns the number of applications that a user has installed. */
export async function countInstallsOfUser(session: StoreSession, userId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('application_installs')
      .select((eb) => eb.fn.countAll<number>().as('installs'))
      .where('user_id', '=', userId),
  )
  return Number(row?.installs ?? 0)
}

/** Deletes an install. */
export async function deleteInstall(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('application_installs').where('id', '=', id))
}

/** Deletes every installation of an application for a user. */
export async function deleteInstallsOf(session: StoreSession, applicationId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('application_installs').where('application_id', '=', applicationId))
}

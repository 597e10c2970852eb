import type { Snowflake } from '@guildhall/protocol'
import { pageOf } from '../../../kernel/store/page.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { ProvisionalAccount } from './model.ts'

/** Inserts a provisional account. Its user is inserted with it. */
export async function insertProvisionalAccount(session: StoreSession, account: ProvisionalAccount): Promise<void> {
  await session.run(db.insertInto('provisional_accounts').values(account))
}

/** Returns the provisional account of a user; undefined for a full account. */
export async function findProvisionalAccount(
  session: StoreSession,
  userId: Snowflake,
): Promise<ProvisionalAccount | undefined> {
  return session.first(db.selectFrom('provisional_accounts').selectAll().where('user_id', '=', userId))
}

/** Lists the ids of the users that a game made. */
export async function listProvisionalUserIds(session: StoreSession, applicationId: Snowflake): Promise<Snowflake[]> {
  const rows = await session.all(
    db.selectFrom('provisional_accounts').select('user_id').where('application_id', '=', applicationId),
  )
  return rows.map(({ user_id }) => user_id)
}

/** Lists provisional accounts of a game with ids above `after`, oldest first. */
export async function listProvisionalAccounts(
  session: StoreSession,
  applicationId: Snowflake,
  page: { readonly after: Snowflake; readonly limit: number },
): Promise<ProvisionalAccount[]> {
  const accounts = db.selectFrom('provisional_accounts').selectAll().where('application_id', '=', applicationId)
  return pageOf(session, accounts, 'user_id', page)
}

/** Returns the number of provisional accounts of a game. */
export async function countProvisionalAccounts(session: StoreSession, applicationId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('provisional_accounts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('application_id', '=', applicationId),
  )
  return Number(row?.count ?? 0)
}

/** Deletes a provisional account. Its user is deleted with it. */
export async function deleteProvisionalAccount(session: StoreSession, userId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('provisional_accounts').where('user_id', '=', userId))
}

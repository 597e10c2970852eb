import type { Instant } from '@guildhall/protocol'
import type { AccountTables } from '../../../kernel/store/account-tables.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Inserts a wrong password, and deletes those up to an instant, of all accounts. */
export async function insertFailedSignIn(
  session: StoreSession,
  failed: AccountTables['failed_sign_ins'],
  forget: Instant,
): Promise<void> {
  await session.run(db.deleteFrom('failed_sign_ins').where('at', '<=', forget))
  await session.run(db.insertInto('failed_sign_ins').values(failed))
}

/** Returns the number of wrong passwords of an account since an instant. */
export async function countFailedSignIns(session: StoreSession, account: string, since: Instant): Promise<number> {
  const count = db.selectFrom('failed_sign_ins').select((eb) => eb.fn.countAll().as('count'))
  const row = await session.first(count.where('account', '=', account).where('at', '>', since))
  return Number(row?.count ?? 0)
}

import type { Instant, Snowflake } from '@guildhall/protocol'
import type { OneTimeLinkTable } from '../../../kernel/store/account-tables.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Inserts a link. */
export async function insertLink(session: StoreSession, link: OneTimeLinkTable): Promise<void> {
  await session.run(db.insertInto('one_time_links').values(link))
}

/** Returns a link by the hash of its token, expired or not. */
export async function findLink(session: StoreSession, tokenHash: string): Promise<OneTimeLinkTable | undefined> {
  return session.first(db.selectFrom('one_time_links').selectAll().where('token_hash', '=', tokenHash))
}

/** Deletes a link. Returns false if another request has used it already. */
export async function deleteLink(session: StoreSession, tokenHash: string): Promise<boolean> {
  return (await session.run(db.deleteFrom('one_time_links').where('token_hash', '=', tokenHash))) > 0
}

/** Deletes the links of a person for some purposes. */
export async function deleteLinksOf(
  session: StoreSession,
  userId: Snowflake,
  kinds: readonly OneTimeLinkTable['kind'][],
): Promise<void> {
  await session.run(
    db
      .deleteFrom('one_time_links')
      .where('user_id', '=', userId)
      .where('kind', 'in', [...kinds]),
  )
}

/** Deletes the links that have expired. */
export async function deleteOldLinks(session: StoreSession, now: Instant): Promise<void> {
  await session.run(db.deleteFrom('one_time_links').where('expires_at', '<=', now))
}

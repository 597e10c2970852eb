import type { Instant } from '@guildhall/protocol'
import type { RegistrationInviteTable } from '../../../kernel/store/account-tables.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Inserts an invite. */
export async function insertInvite(session: StoreSession, invite: RegistrationInviteTable): Promise<void> {
  await session.run(db.insertInto('registration_invites').values(invite))
}

/** Returns an invite, used up or not. */
export async function findInvite(session: StoreSession, code: string): Promise<RegistrationInviteTable | undefined> {
  return session.first(db.selectFrom('registration_invites').selectAll().where('code', '=', code))
}

/** Returns all invites, newest first. */
export async function listInvites(session: StoreSession): Promise<RegistrationInviteTable[]> {
  return session.all(db.selectFrom('registration_invites').selectAll().orderBy('created_at', 'desc').orderBy('code'))
}

/** Counts one more use of an invite. Returns false if it is used up. */
export async function countUse(session: StoreSession, code: string): Promise<boolean> {
  const update = db
    .updateTable('registration_invites')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('code', '=', code)
    .whereRef('used', '<', 'uses')
  return (await session.run(update)) > 0
}

/** Deletes an invite. Returns false for an unknown one. */
export async function deleteInvite(session: StoreSession, code: string): Promise<boolean> {
  return (await session.run(db.deleteFrom('registration_invites').where('code', '=', code))) > 0
}

/** Stores that a proof of work was used, and forgets those that have expired. Returns false if it was used before. */
export async function useChallenge(
  session: StoreSession,
  { signature, expiresAt, now }: { signature: string; expiresAt: Instant; now: Instant },
): Promise<boolean> {
  await session.run(db.deleteFrom('used_challenges').where('expires_at', '<=', now))
  const insert = db.insertInto('used_challenges').values({ signature, expires_at: expiresAt })
  return (await session.run(insert.onConflict((conflict) => conflict.column('signature').doNothing()))) > 0
}

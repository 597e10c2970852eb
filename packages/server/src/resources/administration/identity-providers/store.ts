import type { Instant, Snowflake } from '@guildhall/protocol'
import type { ProviderIdentityTable, ProviderSignInTable } from '../../../kernel/store/account-tables.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Returns the account of a person at a provider. */
export async function findIdentity(
  session: StoreSession,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<ProviderIdentityTable | undefined> {
  const identities = db.selectFrom('provider_identities').selectAll()
  return session.first(identities.where('issuer', '=', issuer).where('subject', '=', subject))
}

/** Returns the accounts that a person has at providers, the oldest first. */
export async function listIdentities(session: StoreSession, userId: Snowflake): Promise<ProviderIdentityTable[]> {
  const identities = db.selectFrom('provider_identities').selectAll().where('user_id', '=', userId)
  return session.all(identities.orderBy('created_at').orderBy('subject'))
}

/** Inserts an account at a provider, or gives it to another person. */
export async function putIdentity(session: StoreSession, identity: ProviderIdentityTable): Promise<void> {
  const { issuer: _issuer, subject: _subject, ...rest } = identity
  const insert = db.insertInto('provider_identities').values(identity)
  await session.run(insert.onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(rest)))
}

/** Deletes the accounts of a person at a provider. Returns whether there was one. */
export async function deleteIdentities(session: StoreSession, userId: Snowflake, provider: string): Promise<boolean> {
  const identities = db.deleteFrom('provider_identities').where('user_id', '=', userId)
  return (await session.run(identities.where('provider', '=', provider))) > 0
}

/** Inserts a sign-in that came back, and deletes old ones. Returns false if its state was used before. */
export async function insertSignIn(session: StoreSession, signIn: ProviderSignInTable, old: Instant): Promise<boolean> {
  await session.run(db.deleteFrom('provider_sign_ins').where('expires_at', '<=', old))
  const insert = db.insertInto('provider_sign_ins').values(signIn)
  return (await session.run(insert.onConflict((conflict) => conflict.column('state_hash').doNothing()))) > 0
}

/** Returns a sign-in by the hash of its code, expired or not. */
export async function findSignIn(session: StoreSession, codeHash: string): Promise<ProviderSignInTable | undefined> {
  return session.first(db.selectFrom('provider_sign_ins').selectAll().where('code_hash', '=', codeHash))
}

/** Takes the code from a sign-in; its state stays used. Returns false if another request was first. */
export async function useCode(session: StoreSession, codeHash: string): Promise<boolean> {
  const update = db.updateTable('provider_sign_ins').set({ code_hash: `used.${codeHash}`, claims: '{}' })
  return (await session.run(update.where('code_hash', '=', codeHash))) > 0
}

import type { Instant, Snowflake } from '@guildhall/protocol'
import type { PasskeyTable } from '../../../kernel/store/account-tables.ts'
import type { Secrets } from '../../../kernel/store/secrets.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { AuthenticatorApp, BackupCode, Factors, FactorTicket, Passkey, TicketKind } from './model.ts'

const placeOfSecret = (userId: Snowflake) => `authenticator_apps.secret.${userId}`
const placeOfCode = (userId: Snowflake, number: number) => `backup_codes.code.${userId}.${number}`

/** Returns everything that a person can prove themselves by. */
export async function findFactors(session: StoreSession, userId: Snowflake): Promise<Factors> {
  const [app, codes] = [await findApp(session, userId), await listCodes(session, userId)]
  return { app, codes, passkeys: await listPasskeys(session, userId) }
}

/** Returns the authenticator app of a person. */
export async function findApp(session: StoreSession, userId: Snowflake): Promise<AuthenticatorApp | undefined> {
  const row = await session.first(db.selectFrom('authenticator_apps').selectAll().where('user_id', '=', userId))
  if (!row) return undefined
  return { userId, secret: session.secrets.open(row.secret, placeOfSecret(userId)), lastStep: Number(row.last_step) }
}

/** Inserts or replaces the authenticator app of a person. */
export async function putApp(session: StoreSession, { userId, secret, lastStep }: AuthenticatorApp): Promise<void> {
  const app = { secret: session.secrets.seal(secret, placeOfSecret(userId)), last_step: BigInt(lastStep) }
  const insert = db.insertInto('authenticator_apps').values({ user_id: userId, ...app })
  await session.run(insert.onConflict((conflict) => conflict.column('user_id').doUpdateSet(app)))
}

/** Deletes the authenticator app of a person. Returns false if there is none. */
export async function deleteApp(session: StoreSession, userId: Snowflake): Promise<boolean> {
  return (await session.run(db.deleteFrom('authenticator_apps').where('user_id', '=', userId))) > 0
}

/** Stores the newest step that was accepted. Returns false if another request has used it, or a later one. */
export async function advanceStep(session: StoreSession, userId: Snowflake, step: number): Promise<boolean> {
  const update = db.updateTable('authenticator_apps').set({ last_step: BigInt(step) })
  return (await session.run(update.where('user_id', '=', userId).where('last_step', '<', BigInt(step)))) > 0
}

/** Deletes codes, tickets and failed attempts of a person. */
export async function deleteLeftovers(session: StoreSession, userId: Snowflake): Promise<void> {
  for (const table of ['backup_codes', 'factor_tickets', 'failed_factors'] as const)
    await session.run(db.deleteFrom(table).where('user_id', '=', userId))
}

/** Returns the backup codes of a person, in their order. */
export async function listCodes(session: StoreSession, userId: Snowflake): Promise<BackupCode[]> {
  const codes = db.selectFrom('backup_codes').selectAll().where('user_id', '=', userId)
  return (await session.all(codes.orderBy('number'))).map(({ number, code, consumed }) => ({
    number,
    code: session.secrets.open(code, placeOfCode(userId, number)),
    consumed: consumed === 1,
  }))
}

/** Replaces the backup codes of a person. */
export async function replaceCodes(session: StoreSession, userId: Snowflake, codes: readonly string[]): Promise<void> {
  await session.run(db.deleteFrom('backup_codes').where('user_id', '=', userId))
  for (const [number, code] of codes.entries()) {
    const sealed = session.secrets.seal(code, placeOfCode(userId, number))
    await session.run(db.insertInto('backup_codes').values({ user_id: userId, number, code: sealed, consumed: 0 }))
  }
}

/** Uses a backup code up. Returns false if another request was first. */
export async function consumeCode(session: StoreSession, userId: Snowflake, number: number): Promise<boolean> {
  const update = db.updateTable('backup_codes').set({ consumed: 1 }).where('user_id', '=', userId)
  return (await session.run(update.where('number', '=', number).where('consumed', '=', 0))) > 0
}

function passkeyOf(row: PasskeyTable): Passkey {
  const { id, user_id: userId, credential_id: credentialId, public_key: publicKey, name } = row
  const counter = Number(row.counter)
  return { id, userId, credentialId, publicKey, counter, transports: JSON.parse(row.transports) as string[], name }
}

/** Returns the passkeys of a person, oldest first. */
export async function listPasskeys(session: StoreSession, userId: Snowflake): Promise<Passkey[]> {
  const passkeys = db.selectFrom('passkeys').selectAll().where('user_id', '=', userId)
  return (await session.all(passkeys.orderBy('id'))).map(passkeyOf)
}

/** Returns a passkey by the id that its authenticator chose. */
export async function findPasskey(session: StoreSession, credentialId: string): Promise<Passkey | undefined> {
  const row = await session.first(db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId))
  return row && passkeyOf(row)
}

/** Inserts a passkey. */
export async function insertPasskey(session: StoreSession, passkey: Passkey): Promise<void> {
  const { id, userId, credentialId, publicKey, counter, transports, name } = passkey
  await session.run(
    db.insertInto('passkeys').values({
      id,
      user_id: userId,
      credential_id: credentialId,
      public_key: publicKey,
      counter: BigInt(counter),
      transports: JSON.stringify(transports),
      name,
    }),
  )
}

/** Stores the name or the counter of a passkey. */
export async function updatePasskey(
  session: StoreSession,
  id: Snowflake,
  { name, counter }: { name?: string; counter?: number },
): Promise<void> {
  const changed = { ...(name !== undefined && { name }), ...(counter !== undefined && { counter: BigInt(counter) }) }
  await session.run(db.updateTable('passkeys').set(changed).where('id', '=', id))
}

/** Deletes a passkey. */
export async function deletePasskey(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('passkeys').where('id', '=', id))
}

/** Inserts a ticket, and deletes those that have expired. */
export async function insertTicket(session: StoreSession, ticket: FactorTicket, now: Instant): Promise<void> {
  await session.run(db.deleteFrom('factor_tickets').where('expires_at', '<=', now))
  await session.run(db.insertInto('factor_tickets').values(ticket))
}

/** Returns a ticket of a kind, expired or not. */
export async function findTicket(
  session: StoreSession,
  hash: string,
  kind: TicketKind,
): Promise<FactorTicket | undefined> {
  return session.first(db.selectFrom('factor_tickets').selectAll().where('hash', '=', hash).where('kind', '=', kind))
}

/** Counts a failed attempt with a ticket. */
export async function countTicketAttempt(session: StoreSession, hash: string): Promise<void> {
  const update = db.updateTable('factor_tickets').set((eb) => ({ attempts: eb('attempts', '+', 1) }))
  await session.run(update.where('hash', '=', hash))
}

/** Deletes a ticket. Returns false if another request has used it. */
export async function deleteTicket(session: StoreSession, hash: string): Promise<boolean> {
  return (await session.run(db.deleteFrom('factor_tickets').where('hash', '=', hash))) > 0
}

/** Inserts the proof of a fresh factor, and deletes those that have expired. */
export async function insertFresh(
  session: StoreSession,
  fresh: { hash: string; session: string; expires_at: Instant },
  now: Instant,
): Promise<void> {
  await session.run(db.deleteFrom('fresh_factors').where('expires_at', '<=', now))
  await session.run(db.insertInto('fresh_factors').values(fresh))
}

/** Returns whether a session has the proof of a fresh factor. */
export async function isFresh(
  session: StoreSession,
  { hash, of, now }: { hash: string; of: string; now: Instant },
): Promise<boolean> {
  const fresh = db.selectFrom('fresh_factors').select('hash').where('hash', '=', hash).where('session', '=', of)
  return (await session.first(fresh.where('expires_at', '>', now))) !== undefined
}

/** Stores a failed attempt of a person, and forgets those before an instant. */
export async function insertFailure(
  session: StoreSession,
  { id, userId, at, forget }: { id: Snowflake; userId: Snowflake; at: Instant; forget: Instant },
): Promise<void> {
  await session.run(db.deleteFrom('failed_factors').where('user_id', '=', userId).where('at', '<=', forget))
  await session.run(db.insertInto('failed_factors').values({ id, user_id: userId, at }))
}

/** Returns the number of failed attempts of a person since an instant. */
export async function countFailures(session: StoreSession, userId: Snowflake, since: Instant): Promise<number> {
  const failures = db.selectFrom('failed_factors').select('id').where('user_id', '=', userId).where('at', '>', since)
  return (await session.all(failures)).length
}

/** Encrypts secrets and codes under the key of the store, which may be another one than before. */
export async function resealFactors(session: StoreSession, from: Secrets): Promise<void> {
  for (const { user_id, secret } of await session.all(db.selectFrom('authenticator_apps').selectAll())) {
    const place = placeOfSecret(user_id)
    const sealed = session.secrets.seal(from.open(secret, place), place)
    await session.run(db.updateTable('authenticator_apps').set({ secret: sealed }).where('user_id', '=', user_id))
  }
  for (const { user_id, number, code } of await session.all(db.selectFrom('backup_codes').selectAll())) {
    const place = placeOfCode(user_id, number)
    const sealed = session.secrets.seal(from.open(code, place), place)
    const update = db.updateTable('backup_codes').set({ code: sealed })
    await session.run(update.where('user_id', '=', user_id).where('number', '=', number))
  }
}

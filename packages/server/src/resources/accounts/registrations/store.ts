import type { Instant, Snowflake } from '@guildhall/protocol'
import { sql } from 'kysely'
import type { RegistrationTable } from '../../../kernel/store/account-tables.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { Registration, RegistrationData } from './model.ts'

function registrationOfRow({ created_at, data, ...columns }: RegistrationTable): Registration {
  return { ...columns, createdAt: created_at, ...(JSON.parse(data) as RegistrationData) }
}

function rowOfRegistration({ id, username, email, state, createdAt, ...data }: Registration): RegistrationTable {
  return { id, username, email, state, created_at: createdAt, data: JSON.stringify(data) }
}

/** Inserts a registration. */
export async function insertRegistration(session: StoreSession, registration: Registration): Promise<void> {
  await session.run(db.insertInto('registrations').values(rowOfRegistration(registration)))
}

/** Returns a registration. */
export async function findRegistration(session: StoreSession, id: Snowflake): Promise<Registration | undefined> {
  const row = await session.first(db.selectFrom('registrations').selectAll().where('id', '=', id))
  return row && registrationOfRow(row)
}

/** Returns the registration with a user name. */
export async function findRegistrationByName(session: StoreSession, name: string): Promise<Registration | undefined> {
  const row = await session.first(db.selectFrom('registrations').selectAll().where('username', '=', name))
  return row && registrationOfRow(row)
}

/** Returns the registrations with an address of mail. Several may have it until one confirms it. */
export async function listRegistrationsByEmail(session: StoreSession, email: string): Promise<Registration[]> {
  const rows = db.selectFrom('registrations').selectAll().where('email', '=', email.toLowerCase()).orderBy('id')
  return (await session.all(rows)).map(registrationOfRow)
}

/** A choice of registrations. */
export interface RegistrationFilter {
  readonly state?: Registration['state'] | undefined
  /** Part of the user name, or a whole id. */
  readonly query?: string | undefined
  readonly after: Snowflake
  readonly limit: number
}

/** Returns registrations in the order of their ids. */
export async function listRegistrations(session: StoreSession, filter: RegistrationFilter): Promise<Registration[]> {
  const { state, query: text, after, limit } = filter
  let query = db.selectFrom('registrations').selectAll().where('id', '>', after).orderBy('id').limit(limit)
  if (state !== undefined) query = query.where('state', '=', state)
  if (text !== undefined) {
    const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where(({ eb, or, ref }) =>
      or([
        sql<boolean>`${ref('username')} like ${pattern} escape '\\'`,
        ...(/^\d{1,20}$/.test(text) ? [eb('id', '=', BigInt(text))] : []),
      ]),
    )
  }
  return (await session.all(query)).map(registrationOfRow)
}

/** Overwrites the row of a registration. */
export async function updateRegistration(session: StoreSession, registration: Registration): Promise<void> {
  await session.run(
    db.updateTable('registrations').set(rowOfRegistration(registration)).where('id', '=', registration.id),
  )
}

/** Deletes a registration. Returns false if another request has done so already. */
export async function deleteRegistration(session: StoreSession, id: Snowflake): Promise<boolean> {
  return (await session.run(db.deleteFrom('registrations').where('id', '=', id))) > 0
}

/** Deletes registrations of a state that were made before an instant. */
export async function deleteOldRegistrations(
  session: StoreSession,
  state: Registration['state'],
  before: Instant,
): Promise<void> {
  await session.run(db.deleteFrom('registrations').where('state', '=', state).where('created_at', '<=', before))
}

/** Stores where a registration came from. */
export async function insertOrigin(
  session: StoreSession,
  origin: { id: Snowflake; address: string; at: Instant },
): Promise<void> {
  await session.run(db.insertInto('registration_origins').values(origin))
}

/** Returns the times of registrations since an instant, of one address or of all. */
export async function countOrigins(session: StoreSession, since: Instant, address?: string): Promise<number> {
  let query = db.selectFrom('registration_origins').select('id').where('at', '>', since)
  if (address !== undefined) query = query.where('address', '=', address)
  return (await session.all(query)).length
}

/** Returns the addresses that accounts were registered from, by id. */
export async function listOrigins(session: StoreSession, ids: readonly Snowflake[]): Promise<Map<Snowflake, string>> {
  if (ids.length === 0) return new Map()
  const rows = await session.all(
    db
      .selectFrom('registration_origins')
      .selectAll()
      .where('id', 'in', [...ids]),
  )
  return new Map(rows.map(({ id, address }) => [id, address]))
}

/** Deletes where registrations came from before an instant. */
export async function deleteOldOrigins(session: StoreSession, before: Instant): Promise<void> {
  await session.run(db.deleteFrom('registration_origins').where('at', '<=', before))
}

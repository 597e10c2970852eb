import type { Instant, Snowflake } from '@guildhall/protocol'
import { type Expression, sql } from 'kysely'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { OperatorRole } from '../../accounts/operators/model.ts'
import type { AccountState } from './model.ts'

/** A choice of people. */
export interface PeopleFilter {
  /** Part of the user name or the display name, a whole confirmed address, or a whole id. */
  readonly query?: string | undefined
  readonly state?: AccountState | undefined
  readonly role?: OperatorRole | undefined
  readonly after: Snowflake
  readonly limit: number
}

/** Returns the ids of people who are no bots and no provisional accounts, in order. */
export async function listPeopleIds(session: StoreSession, filter: PeopleFilter, now: Instant): Promise<Snowflake[]> {
  let query = db
    .selectFrom('users')
    .select('users.id')
    .where('users.bot', '=', 0)
    .where('users.data', 'not like', '%"provisional_for":"%')
    .where('users.id', '>', filter.after)
    .orderBy('users.id')
    .limit(filter.limit)
  const { query: text, state, role } = filter
  if (text !== undefined) {
    const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where(({ eb, or, ref }) =>
      or([
        like(ref('users.username'), pattern),
        like(ref('users.global_name'), pattern),
        ...(text.includes('@') ? [eb('users.id', 'in', holdersOf(text))] : []),
        ...(/^\d{1,20}$/.test(text) ? [eb('users.id', '=', BigInt(text))] : []),
      ]),
    )
  }
  if (role !== undefined)
    query = query.where('users.id', 'in', db.selectFrom('operators').select('user_id').where('role', '=', role))
  if (state === 'active' || state === 'suspended') {
    const banned = db
      .selectFrom('platform_bans')
      .select('user_id')
      .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', now)]))
    query = query
      .where('users.id', state === 'suspended' ? 'in' : 'not in', banned)
      .where('users.id', 'not in', db.selectFrom('account_deletions').select('user_id'))
  }
  if (state === 'deleting' || state === 'deleted')
    query = query.where(
      'users.id',
      'in',
      db.selectFrom('account_deletions').select('user_id').where('state', '=', state),
    )
  return (await session.all(query)).map(({ id }) => id)
}

const holdersOf = (address: string) =>
  db.selectFrom('email_addresses').select('user_id').where('address', '=', address.toLowerCase())

/** Whether a text holds another one in any case. The escape character is named: the stores differ in its default. */
const like = (text: Expression<string | null>, pattern: string) =>
  sql<boolean>`lower(${text}) like ${pattern} escape '\\'`

/** Number and last use of a person's sessions. */
export interface SessionFacts {
  readonly sessions: number
  readonly lastSeenAt: Instant | null
}

/** Returns the sessions of people that have not expired. */
export async function sessionFacts(
  session: StoreSession,
  ids: readonly Snowflake[],
  now: Instant,
): Promise<Map<Snowflake, SessionFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await session.all(
    db
      .selectFrom('tokens')
      .leftJoin('token_uses', 'token_uses.hash', 'tokens.hash')
      .select(['tokens.user_id', 'tokens.expires_at', 'token_uses.used_at'])
      .where('tokens.user_id', 'in', [...ids])
      .where('tokens.kind', '=', 'person'),
  )
  const facts = new Map<Snowflake, SessionFacts>()
  for (const { user_id, expires_at, used_at } of rows) {
    const { sessions, lastSeenAt } = facts.get(user_id) ?? { sessions: 0, lastSeenAt: null }
    const isLive = expires_at === null || expires_at > now
    facts.set(user_id, {
      sessions: isLive ? sessions + 1 : sessions,
      lastSeenAt: used_at === null ? lastSeenAt : Math.max(used_at, lastSeenAt ?? used_at),
    })
  }
  return facts
}

/** Returns the bytes of people's files. */
export async function bytesOfPeople(session: StoreSession, ids: readonly Snowflake[]): Promise<Map<Snowflake, bigint>> {
  if (ids.length === 0) return new Map()
  const holders = new Map(ids.map((id) => [`user ${id}`, id]))
  const rows = await session.all(
    db
      .selectFrom('stored_bytes')
      .selectAll()
      .where('holder', 'in', [...holders.keys()]),
  )
  return new Map(rows.map(({ holder, bytes }) => [holders.get(holder) ?? 0n, bytes]))
}

/** Returns the notes of operators about people, by id. */
export async function listNotes(
  session: StoreSession,
  ids: readonly Snowflake[],
): Promise<ReadonlyMap<Snowflake, string>> {
  if (ids.length === 0) return new Map()
  const rows = await session.all(db.selectFrom('account_notes').selectAll().where('user_id', 'in', ids))
  return new Map(rows.map(({ user_id, note }) => [user_id, note]))
}

/** Stores the note about a person; null removes it. */
export async function putNote(session: StoreSession, userId: Snowflake, note: string | null): Promise<void> {
  await session.run(db.deleteFrom('account_notes').where('user_id', '=', userId))
  if (note !== null) await session.run(db.insertInto('account_notes').values({ user_id: userId, note }))
}

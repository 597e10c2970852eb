import type { Snowflake } from '@guildhall/protocol'
import { type Expression, sql } from 'kysely'
import type { User } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { Tables } from '../../../kernel/store/tables.ts'
import type { AccountDeletion } from './model.ts'

/** Returns the deletion of an account, planned or done. */
export async function findDeletion(session: StoreSession, userId: Snowflake): Promise<AccountDeletion | undefined> {
  return session.first(db.selectFrom('account_deletions').selectAll().where('user_id', '=', userId))
}

/** Returns the deletions of those of the given accounts that have one. */
export async function listDeletions(
  session: StoreSession,
  userIds: readonly Snowflake[],
): Promise<Map<Snowflake, AccountDeletion>> {
  if (userIds.length === 0) return new Map()
  const rows = await session.all(
    db
      .selectFrom('account_deletions')
      .selectAll()
      .where('user_id', 'in', [...userIds]),
  )
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Inserts or replaces a deletion. */
export async function putDeletion(session: StoreSession, deletion: AccountDeletion): Promise<void> {
  const insert = db.insertInto('account_deletions').values(deletion)
  await session.run(insert.onConflict((conflict) => conflict.column('user_id').doUpdateSet(deletion)))
}

/** Deletes a planned deletion. */
export async function deleteDeletion(session: StoreSession, userId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('account_deletions').where('user_id', '=', userId))
}

/** Rows about one person that nobody else sees, which need no event. */
export interface PersonalRows {
  readonly table: keyof Tables
  /** Column with the id of the account. */
  readonly column: string
  /** Column that tells the person's rows apart, of a table that may have many of them. */
  readonly key?: string
}

/**
 * Tables whose rows go with their person. A test compares the list with the schema, so that a new table with people in
 * it is in this list, or in its list of tables that keep their rows.
 */
export const PERSONAL_ROWS: readonly PersonalRows[] = [
  { table: 'user_settings', column: 'user_id' },
  { table: 'oauth2_codes', column: 'user_id' },
  { table: 'oauth2_refresh_tokens', column: 'user_id' },
  { table: 'oauth2_used_grants', column: 'user_id' },
  { table: 'oauth2_devices', column: 'user_id' },
  { table: 'connections', column: 'user_id' },
  { table: 'role_connections', column: 'user_id' },
  { table: 'application_installs', column: 'user_id' },
  { table: 'external_identities', column: 'user_id' },
  { table: 'profile_widgets', column: 'user_id' },
  { table: 'disclosures', column: 'user_id' },
  { table: 'headless_sessions', column: 'user_id' },
  { table: 'push_devices', column: 'user_id' },
  { table: 'activity_participants', column: 'user_id' },
  { table: 'webhook_events', column: 'user_id', key: 'sequence' },
  { table: 'webhook_event_queues', column: 'user_id' },
  { table: 'join_requests', column: 'user_id' },
  { table: 'former_members', column: 'user_id' },
  { table: 'read_states', column: 'user_id', key: 'channel_id' },
  { table: 'thread_members', column: 'user_id', key: 'channel_id' },
  { table: 'slowmode_uses', column: 'user_id', key: 'channel_id' },
  { table: 'mentions', column: 'target_id', key: 'message_id' },
  { table: 'scheduled_event_users', column: 'user_id', key: 'event_id' },
  { table: 'interactions', column: 'user_id', key: 'id' },
  { table: 'ephemeral_messages', column: 'user_id', key: 'id' },
  { table: 'reporters', column: 'reporter_id', key: 'report_id' },
  { table: 'invite_targets', column: 'user_id', key: 'list_id' },
]

/** Rows that identify a person or sign them in. They go first, in one transaction. */
const IDENTITY_ROWS: readonly PersonalRows[] = [
  { table: 'credentials', column: 'user_id' },
  { table: 'operators', column: 'user_id' },
  { table: 'account_notes', column: 'user_id' },
  { table: 'sign_in_places', column: 'user_id' },
  { table: 'raid_messages', column: 'user_id' },
  { table: 'one_time_links', column: 'user_id' },
  { table: 'email_addresses', column: 'user_id' },
  { table: 'registrations', column: 'id' },
  { table: 'registration_origins', column: 'id' },
  { table: 'authenticator_apps', column: 'user_id' },
  { table: 'backup_codes', column: 'user_id' },
  { table: 'passkeys', column: 'user_id' },
  { table: 'factor_tickets', column: 'user_id' },
  { table: 'failed_factors', column: 'user_id' },
  { table: 'provider_identities', column: 'user_id' },
  { table: 'platform_bans', column: 'user_id' },
  { table: 'tokens', column: 'user_id' },
]

/** Tables whose rows go with a deleted account. */
export const REMOVED_ROWS: readonly PersonalRows[] = [...IDENTITY_ROWS, ...PERSONAL_ROWS]

/** Deletes rows of one table about a person, at most `limit` where a person may have many. Returns their number. */
export function removePersonalRows(
  session: StoreSession,
  { table, column, key }: PersonalRows,
  { userId, limit }: { userId: Snowflake; limit: number },
): Promise<number> {
  // The tables are alike in these columns.
  const [like, owner, part] = [table as 'read_states', column as 'user_id', key as 'channel_id' | undefined]
  const rows = db.deleteFrom(like).where(owner, '=', userId)
  if (part === undefined) return session.run(rows)
  const some = db.selectFrom(like).select(part).where(owner, '=', userId).limit(limit)
  return session.run(rows.where(part, 'in', some))
}

/** Deletes what identifies a person, signs them in, or was sent to their address. */
export async function removeTraces(session: StoreSession, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  const hashes = db.selectFrom('tokens').select('hash').where('user_id', '=', id)
  await session.run(db.deleteFrom('token_uses').where('hash', 'in', hashes))
  await session.run(db.deleteFrom('failed_sign_ins').where('account', '=', id.toString()))
  for (const rows of IDENTITY_ROWS) await removePersonalRows(session, rows, { userId: id, limit: 0 })
  if (email === null) return
  const address = email.toLowerCase()
  await session.run(db.deleteFrom('mails').where('address', '=', address))
  await session.run(db.deleteFrom('registration_invites').where(sql`lower(email)`, '=', address))
}

/** Key of the names of the first world, which tests and tools look ids up by. */
const DIRECTORY = 'world'
interface Directory {
  readonly users: Record<string, { readonly id: string }>
  readonly guilds: Record<string, { readonly members?: readonly string[] }>
}

/** Takes a person out of the names of the first world. */
export async function scrubDirectory(session: StoreSession, userId: Snowflake): Promise<void> {
  const row = await session.first(db.selectFrom('meta').select('value').where('key', '=', DIRECTORY))
  if (!row) return
  const directory = JSON.parse(row.value) as Directory
  const [name] = Object.entries(directory.users).find(([, { id }]) => id === userId.toString()) ?? []
  if (name === undefined) return
  const { [name]: _, ...users } = directory.users
  const guilds = Object.entries(directory.guilds).map(([key, guild]) => [
    key,
    guild.members ? { ...guild, members: guild.members.filter((member) => member !== name) } : guild,
  ])
  const value = JSON.stringify({ ...directory, users, guilds: Object.fromEntries(guilds) })
  await session.run(db.updateTable('meta').set({ value }).where('key', '=', DIRECTORY))
}

/** Fields of the operators' log whose values name a person. */
const NAMING_KEYS: readonly string[] = ['username', 'global_name', 'email']

/**
 * Takes the names and the addresses of a person out of the operators' log. The entries themselves stay.
 */
export async function scrubOperatorsLog(session: StoreSession, user: User): Promise<void> {
  const id = user.id.toString()
  const words = namesOf(user)
  const own = db.updateTable('operators_log').set({ address: null })
  await session.run(own.where('actor_id', '=', user.id).where('address', 'is not', null))
  const entries = await session.all(
    db
      .selectFrom('operators_log')
      .select(['id', 'target', 'changes', 'reason'])
      .where(({ eb, or, ref }) =>
        or([
          eb('target', '=', id),
          ...words.flatMap((word) => [
            holds(ref('changes'), word),
            holds(ref('reason'), word),
            holds(ref('target'), word),
          ]),
        ]),
      ),
  )
  for (const entry of entries) {
    const without = (text: string) => words.reduce(withoutWord, text)
    const changes = (JSON.parse(entry.changes) as { key: string; old: unknown; new: unknown }[]).map((change) => {
      const value = (given: unknown) => (typeof given === 'string' ? without(given) : given)
      const isName = entry.target === id && NAMING_KEYS.includes(change.key)
      return isName
        ? { ...change, old: null, new: null }
        : { ...change, old: value(change.old), new: value(change.new) }
    })
    const scrubbed = {
      target: entry.target === null ? null : without(entry.target),
      changes: JSON.stringify(changes),
      reason: entry.reason === null ? null : without(entry.reason),
    }
    await session.run(db.updateTable('operators_log').set(scrubbed).where('id', '=', entry.id))
  }
}

/** Words of operators and reporters that may name a person. */
const FREE_TEXTS = [
  ['reports', 'note'],
  ['reporters', 'text'],
  ['account_notes', 'note'],
  ['platform_bans', 'reason'],
  ['registration_invites', 'note'],
  ['registration_blocks', 'note'],
] as const

/** Takes the names and the addresses of a person out of the words of operators and reporters. */
export async function scrubFreeTexts(session: StoreSession, user: User): Promise<void> {
  const words = namesOf(user)
  for (const [table, column] of FREE_TEXTS) {
    // The tables are alike in this column.
    const [like, text] = [table as 'reports', column as 'note']
    const naming = db.selectFrom(like).select(text).distinct()
    const rows = await session.all(naming.where(({ or, ref }) => or(words.map((word) => holds(ref(text), word)))))
    for (const row of rows) {
      const scrubbed = { [text]: words.reduce(withoutWord, row[text] ?? '') }
      await session.run(db.updateTable(like).set(scrubbed).where(text, '=', row[text]))
    }
  }
}

/** Returns what a person is called by. */
function namesOf({ username, email, global_name }: User): string[] {
  return [username, email, global_name].filter((word) => word !== null && word !== '') as string[]
}

const holds = (column: Expression<string | null>, word: string) =>
  sql<boolean>`lower(${column}) like ${`%${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`

/** Returns a text in which a whole word is replaced, in any case. */
function withoutWord(text: string, word: string): string {
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'giu'), '…')
}

import { FriendSource, type Instant, type Snowflake } from '@guildhall/protocol'
import { packBeside, unpack } from '../../../kernel/json.ts'
import type { User, UserData } from '../../../kernel/model.ts'
import type { TokenTable, UserTable } from '../../../kernel/store/account-tables.ts'
import { db, prepare, prepareForIds } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { Tables } from '../../../kernel/store/tables.ts'
import { findRegistrationByName } from '../registrations/store.ts'
import { DELETED_DISCRIMINATOR, DELETED_NAME } from './model.ts'

const userById = prepare<{ id: Snowflake }>()((slot) => db.selectFrom('users').selectAll().where('id', '=', slot('id')))
const usersByIds = prepareForIds()((ids) => db.selectFrom('users').selectAll().where('id', 'in', ids))
const tokenByHash = prepare<{ hash: string }>()((slot) =>
  db.selectFrom('tokens').selectAll().where('hash', '=', slot('hash')),
)

/** Discriminator of people, who have none. */
const PERSON = '0'
/** Ids that one statement asks for. */
const IDS_MAX = 512

const DEFAULTS: UserData = {
  avatar: null,
  banner: null,
  accent_color: null,
  public_flags: 0,
  premium_type: 0,
  locale: null,
  email: null,
  verified: true,
  mfa_enabled: false,
  authenticator_types: [],
  bio: '',
  primary_guild: null,
  profile_visibility: 0,
  allow_dms: true,
  friend_sources: FriendSource.EVERYONE,
  provisional_for: null,
  deleted: false,
}

/** Returns the user of a row, with defaults for fields that the row omits. */
export function userOfRow(row: UserTable): User {
  const { data, bot, ...columns } = row
  const user = { ...DEFAULTS, ...unpack<Partial<UserData>>(data), ...columns, bot: bot === 1 }
  if (user.deleted) user.discriminator = DELETED_DISCRIMINATOR
  return user
}

/** Returns what is left of a person whose account was deleted. */
export function deletedUser(id: Snowflake): User {
  const name = { username: DELETED_NAME, discriminator: DELETED_DISCRIMINATOR, global_name: null }
  return { ...DEFAULTS, ...name, id, bot: false, verified: false, allow_dms: false, friend_sources: 0, deleted: true }
}

function rowOfUser(user: User): UserTable {
  const { id, username, global_name, bot, ...rest } = user
  const { discriminator: own, ...data } = rest
  // Names are unique with their discriminators, and all deleted accounts have one name.
  const discriminator = user.deleted ? id.toString() : own
  return { id, username, discriminator, global_name, bot: bot ? 1 : 0, data: packBeside(DEFAULTS, data) }
}

/** Returns a user by id. */
export async function findUser(session: StoreSession, id: Snowflake): Promise<User | undefined> {
  const row = await session.firstPrepared(userById, { id })
  return row && userOfRow(row)
}

/** Returns a person by user name. Bots do not sign in by name, and deleted accounts have none. */
export async function findUserByName(session: StoreSession, username: string): Promise<User | undefined> {
  if (username === DELETED_NAME) return undefined
  const row = await session.first(
    db.selectFrom('users').selectAll().where('username', '=', username).where('bot', '=', 0),
  )
  return row && userOfRow(row)
}

/** Returns a person by user name, or by an address of mail that they have confirmed. */
export async function findUserByLogin(session: StoreSession, login: string): Promise<User | undefined> {
  if (!login.includes('@')) return findUserByName(session, login.toLowerCase())
  const userId = await findAddressHolder(session, login)
  return userId === undefined ? undefined : findUser(session, userId)
}

/** Returns the person who has confirmed an address of mail. */
export async function findAddressHolder(session: StoreSession, address: string): Promise<Snowflake | undefined> {
  const row = await session.first(
    db.selectFrom('email_addresses').select('user_id').where('address', '=', address.toLowerCase()),
  )
  return row?.user_id
}

/** Gives a person the only address that they have confirmed; null for none. One that another person has stays there. */
export async function putConfirmedAddress(
  session: StoreSession,
  userId: Snowflake,
  address: string | null,
): Promise<void> {
  await session.run(db.deleteFrom('email_addresses').where('user_id', '=', userId))
  if (address === null) return
  const insert = db.insertInto('email_addresses').values({ address: address.toLowerCase(), user_id: userId })
  await session.run(insert.onConflict((conflict) => conflict.column('address').doNothing()))
}

/** Returns the first people by id, at most `limit`. Bots are no people. */
export async function listPeople(session: StoreSession, limit: number): Promise<User[]> {
  const people = db
    .selectFrom('users')
    .selectAll()
    .where('bot', '=', 0)
    .where('username', '<>', DELETED_NAME)
    .orderBy('id')
    .limit(limit)
  return (await session.all(people)).map(userOfRow)
}

/** Returns the existing users of `ids`, by id. */
export async function listUsers(session: StoreSession, ids: Iterable<Snowflake>): Promise<Map<Snowflake, User>> {
  const wanted = [...new Set(ids)]
  const users = new Map<Snowflake, User>()
  for (let start = 0; start < wanted.length; start += IDS_MAX) {
    const part = wanted.slice(start, start + IDS_MAX)
    const only = part.length === 1 ? part[0] : undefined
    if (only !== undefined) {
      const user = await findUser(session, only)
      if (user) users.set(user.id, user)
      continue
    }
    for (const row of await session.allPrepared(...usersByIds.for(part, {}))) users.set(row.id, userOfRow(row))
  }
  return users
}

/** Inserts a user and returns it with all defaults. */
export async function insertUser(
  session: StoreSession,
  user: Pick<User, 'id' | 'username' | 'discriminator' | 'global_name' | 'bot'> & Partial<UserData>,
): Promise<User> {
  const whole = { ...DEFAULTS, ...user }
  await session.run(db.insertInto('users').values(rowOfUser(whole)))
  if (whole.email !== null && whole.verified) await putConfirmedAddress(session, whole.id, whole.email)
  return whole
}

/** Overwrites the row of a user. */
export async function updateUser(session: StoreSession, user: User): Promise<void> {
  await session.run(db.updateTable('users').set(rowOfUser(user)).where('id', '=', user.id))
}

/** Deletes the row of a user. Rows of other resources that refer to the user are deleted by those. */
export async function deleteUser(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('email_addresses').where('user_id', '=', id))
  await session.run(db.deleteFrom('users').where('id', '=', id))
}

/** Returns a token by its hash, expired or not. */
export async function findToken(session: StoreSession, hash: string): Promise<TokenTable | undefined> {
  return session.firstPrepared(tokenByHash, { hash })
}

/** Columns that only OAuth2 tokens fill. */
type Defaulted = 'scopes' | 'expires_at' | 'grant_id' | 'second_factor'

/** Inserts a token; without `expires_at` it does not expire. */
export async function insertToken(
  session: StoreSession,
  token: Omit<TokenTable, Defaulted> & Partial<Pick<TokenTable, Defaulted>>,
): Promise<void> {
  await session.run(
    db.insertInto('tokens').values({ scopes: '', expires_at: null, grant_id: null, second_factor: 0, ...token }),
  )
}

/** Deletes the tokens of one kind of a user. */
export async function deleteTokensOfUser(
  session: StoreSession,
  userId: Snowflake,
  kind: TokenTable['kind'],
): Promise<void> {
  await session.run(db.deleteFrom('tokens').where('user_id', '=', userId).where('kind', '=', kind))
}

/** Returns the newest tokens of people and bots, at most `limit`. */
export async function listSignIns(session: StoreSession, limit: number): Promise<TokenTable[]> {
  const own = db.selectFrom('tokens').selectAll().where('kind', 'in', ['bot', 'person'])
  return session.all(own.orderBy('created_at', 'desc').limit(limit))
}

/** Inserts those of the given tokens that are not there, of users who exist. */
export async function keepSignIns(session: StoreSession, tokens: readonly TokenTable[]): Promise<void> {
  const users = await listUsers(
    session,
    tokens.map(({ user_id }) => user_id),
  )
  for (const token of tokens) {
    if (users.has(token.user_id) && !(await findToken(session, token.hash))) await insertToken(session, token)
  }
}

/** Lists the tokens of a person with their last use, most recently used first. Includes expired tokens. */
export async function listSessions(session: StoreSession, userId: Snowflake) {
  const rows = await session.all(
    db
      .selectFrom('tokens')
      .leftJoin('token_uses', 'token_uses.hash', 'tokens.hash')
      .select(['tokens.hash', 'tokens.created_at', 'tokens.expires_at', 'tokens.second_factor'])
      .select(['token_uses.used_at', 'token_uses.ip', 'token_uses.user_agent'])
      .where('tokens.user_id', '=', userId)
      .where('tokens.kind', '=', 'person'),
  )
  const lastUse = (row: (typeof rows)[number]) => row.used_at ?? row.created_at
  return rows.sort((one, other) => lastUse(other) - lastUse(one))
}

/** Deletes tokens and their recorded uses. */
export async function deleteTokens(session: StoreSession, hashes: readonly string[]): Promise<void> {
  await session.run(db.deleteFrom('tokens').where('hash', 'in', hashes))
  await session.run(db.deleteFrom('token_uses').where('hash', 'in', hashes))
}

/** Stores that the person of a token has proven a second factor. */
export async function putSecondFactor(session: StoreSession, hash: string): Promise<void> {
  await session.run(db.updateTable('tokens').set({ second_factor: 1 }).where('hash', '=', hash))
}

/** Whether a token was used before. */
export async function isTokenUsed(session: StoreSession, hash: string): Promise<boolean> {
  return (await session.first(db.selectFrom('token_uses').select('hash').where('hash', '=', hash))) !== undefined
}

/** Inserts or overwrites the last use of a token. */
export async function saveTokenUse(session: StoreSession, use: Tables['token_uses']): Promise<void> {
  const insert = db.insertInto('token_uses').values(use)
  await session.run(insert.onConflict((conflict) => conflict.column('hash').doUpdateSet(use)))
}

/** Sets the expiry of a token. */
export async function extendToken(session: StoreSession, hash: string, expiresAt: Instant): Promise<void> {
  await session.run(db.updateTable('tokens').set({ expires_at: expiresAt }).where('hash', '=', hash))
}

/** Returns the password hash of a user. */
export async function findPassword(session: StoreSession, userId: Snowflake): Promise<string | undefined> {
  const row = await session.first(db.selectFrom('credentials').selectAll().where('user_id', '=', userId))
  return row?.password_hash
}

/** Inserts or overwrites the password hash of a user. */
export async function setPassword(session: StoreSession, userId: Snowflake, hash: string): Promise<void> {
  await session.run(
    db
      .insertInto('credentials')
      .values({ user_id: userId, password_hash: hash })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash: hash })),
  )
}

/** Lists the users who wear the tag of a guild. Scans all users, since tags change rarely. [USR-3] */
export async function listUsersWithTagOf(session: StoreSession, guildId: Snowflake): Promise<User[]> {
  const pattern = `%"identity_guild_id":"${guildId}"%`
  const rows = await session.all(db.selectFrom('users').selectAll().where('data', 'like', pattern))
  return rows.map(userOfRow).filter((user) => user.primary_guild?.identity_guild_id === guildId.toString())
}

/** Whether a user, or a person who has registered and is not active yet, has this name with this discriminator. */
export async function isNameTaken(session: StoreSession, username: string, discriminator: string): Promise<boolean> {
  if (discriminator === PERSON && (await findRegistrationByName(session, username))) return true
  const row = await session.first(
    db.selectFrom('users').select('id').where('username', '=', username).where('discriminator', '=', discriminator),
  )
  return row !== undefined
}

import { effectiveScopes, type Instant, readScopes, type Snowflake } from '@guildhall/protocol'
import type { OAuth2RefreshTable, TokenTable } from '../../../kernel/store/account-tables.ts'
import { db, prepareForIds } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Ids that one statement asks for. */
const IDS_MAX = 512

const accessTokenHolders = prepareForIds<{ applicationId: Snowflake; now: Instant }>()((ids, slot) =>
  db
    .selectFrom('tokens')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', ids)
    .where('application_id', '=', slot('applicationId'))
    .where('kind', '=', 'bearer')
    .where('expires_at', '>', slot('now')),
)
const refreshTokenHolders = prepareForIds<{ applicationId: Snowflake; now: Instant }>()((ids, slot) =>
  db
    .selectFrom('oauth2_refresh_tokens')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', ids)
    .where('application_id', '=', slot('applicationId')),
)

/** Application with a user who authorized it. */
export interface Grantee {
  application_id: Snowflake
  user_id: Snowflake
}

/** Lists the valid access tokens of an application for a user, newest first. */
export async function listAccessTokens(session: StoreSession, pair: Grantee, now: Instant): Promise<TokenTable[]> {
  return session.all(
    db
      .selectFrom('tokens')
      .selectAll()
      .where('user_id', '=', pair.user_id)
      .where('application_id', '=', pair.application_id)
      .where('kind', '=', 'bearer')
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc'),
  )
}

/** Lists the valid access tokens of all applications for a user, oldest first. */
export async function listAccessTokensOfUser(
  session: StoreSession,
  userId: Snowflake,
  now: Instant,
): Promise<TokenTable[]> {
  return session.all(
    db
      .selectFrom('tokens')
      .selectAll()
      .where('user_id', '=', userId)
      .where('kind', '=', 'bearer')
      .where('expires_at', '>', now)
      .orderBy('created_at'),
  )
}

/** Lists the refresh tokens of all applications for a user. */
export async function listRefreshTokensOfUser(session: StoreSession, userId: Snowflake): Promise<OAuth2RefreshTable[]> {
  return session.all(db.selectFrom('oauth2_refresh_tokens').selectAll().where('user_id', '=', userId))
}

/** Returns whether an application has a valid token for a user that includes a scope, alone or by another scope. */
export async function hasGrantedScope(
  session: StoreSession,
  pair: Grantee,
  scope: string,
  now: Instant,
): Promise<boolean> {
  const refresh = db
    .selectFrom('oauth2_refresh_tokens')
    .select('scopes')
    .where('user_id', '=', pair.user_id)
    .where('application_id', '=', pair.application_id)
  const granted = [...(await listAccessTokens(session, pair, now)), ...(await session.all(refresh))]
  return granted.some(({ scopes }) => effectiveScopes(readScopes(scopes)).has(scope))
}

/** Returns those of `userIds` who have authorized an application: it has a valid token for them. */
export async function listAuthorizedUsers(
  session: StoreSession,
  applicationId: Snowflake,
  userIds: Iterable<Snowflake>,
  now: Instant,
): Promise<Set<Snowflake>> {
  const wanted = [...new Set(userIds)]
  const found = new Set<Snowflake>()
  for (let start = 0; start < wanted.length; start += IDS_MAX) {
    const ids = wanted.slice(start, start + IDS_MAX)
    for (const statement of [accessTokenHolders, refreshTokenHolders]) {
      const rows = await session.allPrepared(...statement.for(ids, { applicationId, now }))
      for (const { user_id } of rows) found.add(user_id)
    }
  }
  return found
}

/** Lists the applications that have a valid token for a user. */
export async function listAuthorizedApplications(
  session: StoreSession,
  userId: Snowflake,
  now: Instant,
): Promise<Set<Snowflake>> {
  const ids = new Set<Snowflake>()
  for (const { application_id } of await listAccessTokensOfUser(session, userId, now)) {
    if (application_id !== null) ids.add(application_id)
  }
  for (const { application_id } of await listRefreshTokensOfUser(session, userId)) ids.add(application_id)
  return ids
}

/** Returns the ids of the applications that have tokens or codes for a user. */
export async function listGrantedApplications(session: StoreSession, userId: Snowflake): Promise<Snowflake[]> {
  const found = new Set<Snowflake>()
  for (const table of ['tokens', 'oauth2_refresh_tokens', 'oauth2_codes', 'oauth2_devices'] as const) {
    const rows = await session.all(
      db.selectFrom(table).select('application_id').distinct().where('user_id', '=', userId),
    )
    for (const { application_id } of rows) if (application_id !== null) found.add(application_id)
  }
  return [...found]
}

/** Returns the ids of the users for whom an application has tokens or codes. */
export async function listGrantingUsers(session: StoreSession, applicationId: Snowflake): Promise<Snowflake[]> {
  const found = new Set<Snowflake>()
  const bearers = db.selectFrom('tokens').select('user_id').distinct().where('kind', '=', 'bearer')
  for (const { user_id } of await session.all(bearers.where('application_id', '=', applicationId))) found.add(user_id)
  for (const table of ['oauth2_refresh_tokens', 'oauth2_codes', 'oauth2_devices'] as const) {
    const rows = await session.all(
      db.selectFrom(table).select('user_id').distinct().where('application_id', '=', applicationId),
    )
    for (const { user_id } of rows) if (user_id !== null) found.add(user_id)
  }
  return [...found]
}

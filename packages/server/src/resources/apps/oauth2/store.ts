import type { Instant, Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type {
  OAuth2CodeTable,
  OAuth2DeviceTable,
  OAuth2RefreshTable,
  OAuth2UsedGrantTable,
  TokenTable,
} from '../../../kernel/store/account-tables.ts'
import type { Secrets } from '../../../kernel/store/secrets.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { Tables } from '../../../kernel/store/tables.ts'
import { type Grantee, listAccessTokens } from '../../accounts/authorizations/store.ts'

/** Consent of a person that the application has not exchanged yet. */
export interface StoredCode {
  hash: string
  application_id: Snowflake
  user_id: Snowflake
  expires_at: Instant
  scopes: readonly string[]
  redirect_uri: string
  code_challenge: string | null
  nonce: string | null
  /** Guild to which the application was added. */
  guild_id: Snowflake | null
  webhook_id: Snowflake | null
}

/** Inserts a code and deletes all expired ones. */
export async function insertCode(session: StoreSession, code: StoredCode, now: Instant): Promise<void> {
  const { hash, application_id, user_id, expires_at, ...data } = code
  await session.run(db.deleteFrom('oauth2_codes').where('expires_at', '<=', now))
  await session.run(
    db.insertInto('oauth2_codes').values({ hash, application_id, user_id, expires_at, data: pack(data) }),
  )
}

/** Returns a code by its hash, expired or not. */
export async function findCode(session: StoreSession, hash: string): Promise<StoredCode | undefined> {
  const row = await session.first(db.selectFrom('oauth2_codes').selectAll().where('hash', '=', hash))
  return row && codeOfRow(row)
}

function codeOfRow({ data, ...columns }: OAuth2CodeTable): StoredCode {
  return { ...columns, ...unpack<Omit<StoredCode, keyof OAuth2CodeTable>>(data) }
}

/** Deletes a code, which is single-use. Returns false if another request has taken it. */
export async function takeCode(session: StoreSession, hash: string): Promise<boolean> {
  return (await session.run(db.deleteFrom('oauth2_codes').where('hash', '=', hash))) > 0
}

/** Inserts a refresh token. */
export async function insertRefreshToken(session: StoreSession, refresh: OAuth2RefreshTable): Promise<void> {
  await session.run(db.insertInto('oauth2_refresh_tokens').values(refresh))
}

/** Returns a refresh token by its hash. */
export async function findRefreshToken(session: StoreSession, hash: string): Promise<OAuth2RefreshTable | undefined> {
  return session.first(db.selectFrom('oauth2_refresh_tokens').selectAll().where('hash', '=', hash))
}

/** Deletes a refresh token, which is single-use. Returns false if another request has taken it. */
export async function takeRefreshToken(session: StoreSession, hash: string): Promise<boolean> {
  return (await session.run(db.deleteFrom('oauth2_refresh_tokens').where('hash', '=', hash))) > 0
}

/** Used codes and refresh tokens of an application for one user that are remembered. */
const USED_MAX = 100

/** Remembers a used code or refresh token, and forgets expired ones and the oldest over the limit. */
export async function insertUsedGrant(session: StoreSession, used: OAuth2UsedGrantTable, now: Instant): Promise<void> {
  await session.run(db.deleteFrom('oauth2_used_grants').where('expires_at', '<=', now))
  await session.run(db.insertInto('oauth2_used_grants').values(used))
  const all = await session.all(
    db
      .selectFrom('oauth2_used_grants')
      .select('hash')
      .where('user_id', '=', used.user_id)
      .where('application_id', '=', used.application_id)
      .orderBy('expires_at', 'desc'),
  )
  const oldest = all.slice(USED_MAX).map(({ hash }) => hash)
  if (oldest.length > 0) await session.run(db.deleteFrom('oauth2_used_grants').where('hash', 'in', oldest))
}

/** Returns a used code or refresh token by its hash. */
export async function findUsedGrant(session: StoreSession, hash: string): Promise<OAuth2UsedGrantTable | undefined> {
  return session.first(db.selectFrom('oauth2_used_grants').selectAll().where('hash', '=', hash))
}

/**
 * Deletes the tokens that were issued from a grant, also those that games of a publisher got for them. Returns the
 * access tokens.
 */
export async function deleteTokensOfGrant(
  session: StoreSession,
  { application_id, user_id, grant_id }: Grantee & { grant_id: string },
): Promise<Pick<TokenTable, 'hash' | 'application_id'>[]> {
  const issued = await session.all(
    db
      .selectFrom('tokens')
      .select(['hash', 'application_id'])
      .where('user_id', '=', user_id)
      .where('grant_id', '=', grant_id),
  )
  const hashes = issued.map(({ hash }) => hash)
  if (hashes.length > 0) await session.run(db.deleteFrom('tokens').where('hash', 'in', hashes))
  await session.run(
    db
      .deleteFrom('oauth2_refresh_tokens')
      .where('user_id', '=', user_id)
      .where('application_id', '=', application_id)
      .where('grant_id', '=', grant_id),
  )
  return issued
}

/** Returns an access token by its hash, expired or not. */
export async function findAccessToken(session: StoreSession, hash: string): Promise<TokenTable | undefined> {
  return session.first(db.selectFrom('tokens').selectAll().where('hash', '=', hash).where('kind', '=', 'bearer'))
}

/** Deletes expired access tokens and all but the newest valid ones. Returns whether a valid token was deleted. */
export async function pruneAccessTokens(
  session: StoreSession,
  pair: Grantee,
  now: Instant,
  keep: number,
): Promise<boolean> {
  const valid = await listAccessTokens(session, pair, now)
  const kept = valid.slice(0, keep).map(({ hash }) => hash)
  await session.run(
    db
      .deleteFrom('tokens')
      .where('user_id', '=', pair.user_id)
      .where('application_id', '=', pair.application_id)
      .where('kind', '=', 'bearer')
      .where((eb) => (kept.length > 0 ? eb('hash', 'not in', kept) : eb.lit(true))),
  )
  return valid.length > kept.length
}

/** Deletes all refresh tokens of an application for a user but the newest. */
export async function pruneRefreshTokens(session: StoreSession, pair: Grantee, keep: number): Promise<void> {
  const all = await session.all(
    db
      .selectFrom('oauth2_refresh_tokens')
      .select('hash')
      .where('user_id', '=', pair.user_id)
      .where('application_id', '=', pair.application_id)
      .orderBy('created_at', 'desc'),
  )
  for (const { hash } of all.slice(keep)) await takeRefreshToken(session, hash)
}

/** Deletes all tokens, codes and devices of an application for a user. Returns whether one existed. */
export async function deleteGrants(session: StoreSession, { application_id, user_id }: Grantee): Promise<boolean> {
  let removed = await session.run(
    db
      .deleteFrom('tokens')
      .where('user_id', '=', user_id)
      .where('application_id', '=', application_id)
      .where('kind', '=', 'bearer'),
  )
  for (const table of ['oauth2_refresh_tokens', 'oauth2_codes', 'oauth2_devices'] as const) {
    removed += await session.run(
      db.deleteFrom(table).where('user_id', '=', user_id).where('application_id', '=', application_id),
    )
  }
  await session.run(
    db.deleteFrom('oauth2_used_grants').where('user_id', '=', user_id).where('application_id', '=', application_id),
  )
  return removed > 0
}

/** Inserts a device and deletes all expired ones. */
export async function insertDevice(session: StoreSession, device: OAuth2DeviceTable, now: Instant): Promise<void> {
  await session.run(db.deleteFrom('oauth2_devices').where('expires_at', '<=', now))
  await session.run(db.insertInto('oauth2_devices').values(device))
}

/** Returns a device by the hash of its device code, expired or not. */
export async function findDevice(session: StoreSession, hash: string): Promise<OAuth2DeviceTable | undefined> {
  return session.first(db.selectFrom('oauth2_devices').selectAll().where('hash', '=', hash))
}

/** Returns a device by its normalized user code, expired or not. */
export async function findDeviceByUserCode(
  session: StoreSession,
  userCode: string,
): Promise<OAuth2DeviceTable | undefined> {
  return session.first(db.selectFrom('oauth2_devices').selectAll().where('user_code', '=', userCode))
}

/** Overwrites the row of a device. */
export async function updateDevice(session: StoreSession, device: OAuth2DeviceTable): Promise<void> {
  await session.run(db.updateTable('oauth2_devices').set(device).where('hash', '=', device.hash))
}

/** Deletes a device, whose code is single-use. Returns false if another request has taken it. */
export async function takeDevice(session: StoreSession, hash: string): Promise<boolean> {
  return (await session.run(db.deleteFrom('oauth2_devices').where('hash', '=', hash))) > 0
}

/** Inserts an RPC token and deletes all expired ones. */
export async function insertRpcToken(
  session: StoreSession,
  token: Tables['oauth2_rpc_tokens'],
  now: Instant,
): Promise<void> {
  await session.run(db.deleteFrom('oauth2_rpc_tokens').where('expires_at', '<=', now))
  await session.run(db.insertInto('oauth2_rpc_tokens').values(token))
}

/** Deletes an RPC token, which is single-use. Returns whether a valid one of the application was deleted. */
export async function takeRpcToken(
  session: StoreSession,
  { hash, application_id }: { hash: string; application_id: Snowflake },
  now: Instant,
): Promise<boolean> {
  const statement = db
    .deleteFrom('oauth2_rpc_tokens')
    .where('hash', '=', hash)
    .where('application_id', '=', application_id)
    .where('expires_at', '>', now)
  return (await session.run(statement)) > 0
}

const SIGNING_KEY = 'oauth2-signing-key'
/** Name under which the key is sealed; it opens under this name only. */
const KEY_PURPOSE = `meta.${SIGNING_KEY}`

/** Returns the key that signs id tokens, as PKCS#8 PEM. */
export async function findSigningKey(session: StoreSession): Promise<string | undefined> {
  const row = await session.first(db.selectFrom('meta').select('value').where('key', '=', SIGNING_KEY))
  return row && session.secrets.open(row.value, KEY_PURPOSE)
}

/** Inserts the key that signs id tokens, unless one is stored. */
export async function insertSigningKey(session: StoreSession, pem: string): Promise<void> {
  await session.run(
    db
      .insertInto('meta')
      .values({ key: SIGNING_KEY, value: session.secrets.seal(pem, KEY_PURPOSE) })
      .onConflict((conflict) => conflict.column('key').doNothing()),
  )
}

/** Encrypts the key that signs id tokens again; `from` decrypts the stored one. */
export async function resealIdTokenKey(session: StoreSession, from: Secrets): Promise<void> {
  const row = await session.first(db.selectFrom('meta').select('value').where('key', '=', SIGNING_KEY))
  if (!row) return
  const value = session.secrets.seal(from.open(row.value, KEY_PURPOSE), KEY_PURPOSE)
  await session.run(db.updateTable('meta').set({ value }).where('key', '=', SIGNING_KEY))
}

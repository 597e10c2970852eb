import { randomBytes } from 'node:crypto'
import { GuildObject, type Instant, type Snowflake, WebhookObject } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { Optional, type Static, Type } from '../../../../validation/schema.ts'
import { listChildren } from '../../../accounts/applications/index.ts'
import { addAccessToken, sessionsEnded, tokenHash, tokensPruned, tokensRevoked } from '../../../accounts/users/index.ts'
import { oauth2TokenRevoke } from '../events.ts'
import * as store from '../store.ts'

/** Lifetime of an access token: seven days. [AUT-23] */
export const ACCESS_LIFETIME_S = 604_800
/** Limit of the access tokens of an application for one user, and of its refresh tokens. */
const TOKENS_MAX = 25

/** Returns a random secret: a code or a token. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** Grant for which tokens are issued. */
export interface Grant {
  readonly application: Application
  readonly userId: Snowflake
  readonly scopes: readonly string[]
  /** False for client credentials and implicit grants. */
  readonly refresh: boolean
  /** Id of the grant, by which its tokens are revoked together. Default: a new grant. */
  readonly grantId?: string
}

/** Response of the token endpoint. [AUT-30] */
export const TokenResponse = Type.Object({
  token_type: Type.String(),
  access_token: Type.String(),
  expires_in: Type.Integer(),
  scope: Type.String(),
  refresh_token: Optional(Type.String()),
  id_token: Optional(Type.String()),
  /** Guild to which the grant added a bot. */
  guild: Optional(GuildObject),
  /** Webhook that the grant created. */
  webhook: Optional(WebhookObject),
})
export type TokenResponse = Static<typeof TokenResponse>

/** Issues an access token, and a refresh token if the grant has one. Deletes the oldest tokens over the limit. */
export async function issueTokens(work: Work, grant: Grant): Promise<TokenResponse> {
  const expiresAt = work.now + ACCESS_LIFETIME_S * 1000
  if (!grant.refresh) return issueAccessToken(work, grant, expiresAt)
  const refresh_token = newSecret()
  const { grantId = tokenHash(refresh_token) } = grant
  const response = await issueAccessToken(work, { ...grant, grantId }, expiresAt)
  const pair = { application_id: grant.application.id, user_id: grant.userId }
  await store.pruneRefreshTokens(work, pair, TOKENS_MAX - 1)
  const stored = {
    ...pair,
    scopes: response.scope,
    created_at: work.now,
    hash: tokenHash(refresh_token),
    grant_id: grantId,
  }
  await store.insertRefreshToken(work, stored)
  return { ...response, refresh_token }
}

/** Issues an access token that expires at a time. Deletes the oldest tokens over the limit. */
export async function issueAccessToken(
  work: Work,
  { application, userId, scopes, grantId }: Omit<Grant, 'refresh'>,
  expiresAt: Instant,
) {
  const access_token = newSecret()
  const pair = { application_id: application.id, user_id: userId }
  if (await store.pruneAccessTokens(work, pair, work.now, TOKENS_MAX - 1))
    work.emit(tokensPruned, userTopic(userId), null)
  const scope = scopes.join(' ')
  await addAccessToken(work, {
    ...pair,
    scopes: scope,
    hash: tokenHash(access_token),
    expires_at: expiresAt,
    grant_id: grantId ?? null,
  })
  return { token_type: 'Bearer', access_token, expires_in: Math.ceil((expiresAt - work.now) / 1000), scope }
}

/**
 * Deletes all tokens of an application for a user, and those of its children, which were exchanged for them. Closes
 * sessions that use them. Returns false if there were none. [AUT-11] [AUT-25]
 */
export async function revokeGrants(work: Work, applicationId: Snowflake, userId: Snowflake): Promise<boolean> {
  const children = await listChildren(work, applicationId)
  let revoked = false
  for (const id of [applicationId, ...children.map((child) => child.id)]) {
    if (!(await store.deleteGrants(work, { application_id: id, user_id: userId }))) continue
    work.emit(tokensRevoked, userTopic(userId), { userId, applicationId: id })
    work.emit(oauth2TokenRevoke, userTopic(userId), { userId, applicationId: id })
    revoked = true
  }
  return revoked
}

/** Deletes a refresh token, which is single-use. Returns false if another request has taken it. */
export function takeRefreshToken(work: Work, hash: string): Promise<boolean> {
  return store.takeRefreshToken(work, hash)
}

/** Time for which a used code or refresh token is remembered: thirty days. */
const USED_LIFETIME_MS = 30 * 86_400_000

/** Remembers that a code or refresh token was exchanged. */
export async function rememberUse(
  work: Work,
  { application_id, user_id, hash }: { application_id: Snowflake; user_id: Snowflake; hash: string },
  grantId: string,
): Promise<void> {
  const expires_at = work.now + USED_LIFETIME_MS
  await store.insertUsedGrant(work, { hash, application_id, user_id, grant_id: grantId, expires_at }, work.now)
}

/**
 * Deletes the tokens of a grant whose code or refresh token is used a second time, and closes sessions that use them:
 * one of the two callers has stolen it. (RFC 9700, 2.1.1, 4.14.2)
 */
export async function revokeReused(work: Work, application: Application, hash: string): Promise<void> {
  const used = await store.findUsedGrant(work, hash)
  if (used?.application_id !== application.id) return
  const { user_id: userId } = used
  const ended = await store.deleteTokensOfGrant(work, used)
  if (ended.length === 0) return
  work.emit(sessionsEnded, userTopic(userId), { hashes: ended.map(({ hash }) => hash) })
  for (const applicationId of new Set(ended.map(({ application_id }) => application_id)))
    if (applicationId !== null) work.emit(oauth2TokenRevoke, userTopic(userId), { userId, applicationId })
}

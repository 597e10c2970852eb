import { randomBytes } from 'node:crypto'
import { ApplicationFlag, type Instant, OAuth2Error, type Snowflake } from '@guildhall/protocol'
import type { Caller, ClientCredentials } from '../../kernel/caller.ts'
import { userTopic } from '../../kernel/event.ts'
import type { Application } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { findApplication } from '../applications/index.ts'
import { insertToken, tokenHash, tokensPruned, tokensRevoked } from '../users/index.ts'
import { secretFits } from './secrets.ts'
import * as store from './store.ts'

/** Seven days. [AUT-23] */
export const ACCESS_LIFETIME_S = 604_800
/** Of an application for one user, of each kind; the oldest end when more are asked for. */
const TOKENS_MAX = 25

type Wire = Record<string, unknown>

export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** What an access token is for. */
export interface Grant {
  readonly application: Application
  readonly userId: Snowflake
  readonly scopes: readonly string[]
  /** Not for client credentials and implicit grants. */
  readonly refresh: boolean
}

/** Issues tokens; the answer of the token endpoint. [AUT-30] */
export async function issueTokens(work: Work, { application, userId, scopes, refresh }: Grant): Promise<Wire> {
  const access_token = newSecret()
  const pair = { application_id: application.id, user_id: userId }
  const shared = { ...pair, scopes: scopes.join(' '), created_at: work.now }
  if (await store.pruneAccess(work, pair, work.now, TOKENS_MAX - 1)) work.emit(tokensPruned, userTopic(userId), null)
  const expires_at: Instant = work.now + ACCESS_LIFETIME_S * 1000
  await insertToken(work, { ...shared, hash: tokenHash(access_token), kind: 'bearer', expires_at })
  const answer: Wire = { token_type: 'Bearer', access_token, expires_in: ACCESS_LIFETIME_S, scope: shared.scopes }
  if (!refresh) return answer
  const refresh_token = newSecret()
  await store.pruneRefresh(work, pair, TOKENS_MAX - 1)
  await store.insertRefresh(work, { ...shared, hash: tokenHash(refresh_token) })
  return { ...answer, refresh_token }
}

/**
 * Ends all that an application may do for a user; what it has open by such a token is closed. False
 * where there was nothing to end. [AUT-11]
 */
export async function revokeAll(work: Work, applicationId: Snowflake, userId: Snowflake): Promise<boolean> {
  const removed = await store.removeAll(work, { application_id: applicationId, user_id: userId })
  if (!removed) return false
  work.emit(tokensRevoked, userTopic(userId), { userId, applicationId })
  return true
}

export interface ClientFields {
  client_id?: string | undefined
  client_secret?: string | undefined
}

export interface Client {
  readonly application: Application
  /** It has shown its secret. */
  readonly confidential: boolean
}

/**
 * The application that a request comes from, by HTTP Basic or fields of the form. A public client has no secret to show.
 * @throws OAuth2Error invalid_client
 */
export async function clientOf(work: Work, caller: Caller, fields: ClientFields): Promise<Client> {
  const { id, secret }: ClientCredentials = caller.client ?? {
    id: fields.client_id ?? '',
    secret: fields.client_secret ?? null,
  }
  const application = /^\d{1,19}$/.test(id) ? await findApplication(work, BigInt(id)) : undefined
  if (!application) throw new OAuth2Error('invalid_client', 'The client is unknown.')
  const confidential = secret !== null && secret !== ''
  const fits = confidential ? secretFits(secret, application.client_secret_hash) : isPublicClient(application)
  if (!fits) throw new OAuth2Error('invalid_client', 'The client credentials are wrong.')
  return { application, confidential }
}

export function isPublicClient({ flags }: Pick<Application, 'flags'>): boolean {
  return (flags & ApplicationFlag.PUBLIC_OAUTH2_CLIENT) !== 0n
}

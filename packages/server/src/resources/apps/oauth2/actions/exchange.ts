import { OAuth2Error, type OAuth2ErrorBody, readScopes } from '@guildhall/protocol'
import type { Application, User } from '../../../../kernel/model.ts'
import { HttpResponse } from '../../../../kernel/operation.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findPlatformBan, isBanActive } from '../../../accounts/platform-bans/index.ts'
import { findUser, lockAccounts, tokenHash } from '../../../accounts/users/index.ts'
import { presentGuild } from '../../../guild/guilds/index.ts'
import { findWebhook, presentWebhook } from '../../webhooks/index.ts'
import { verifierFits } from '../model.ts'
import type { TokenForm } from '../requests.ts'
import { clientScopeFault, isRedirectRegistered } from '../rules.ts'
import type { StoredCode } from '../store.ts'
import * as store from '../store.ts'
import type { AuthenticatedClient } from './authenticate-client.ts'
import { DEVICE_INTERVAL_S } from './devices.ts'
import { saveDevice, takeCode, takeDevice } from './save.ts'
import {
  ACCESS_LIFETIME_S,
  issueTokens,
  rememberUse,
  revokeReused,
  type TokenResponse,
  takeRefreshToken,
} from './save-tokens.ts'
import { type SigningKey, signIdToken } from './signing.ts'

/** Merge of a player's provisional account into the account of the granting user. */
interface RequestedMerge {
  into(work: Work, user: User): Promise<void>
}

/** Request of the token endpoint by an authenticated client. */
export interface TokenExchange {
  readonly work: Work
  readonly platform: Platform
  readonly client: AuthenticatedClient
  readonly form: TokenForm
  readonly signing: SigningKey
  /** Null for a request that merges no account. A refused merge leaves the grant as it was. */
  readonly merge: RequestedMerge | null
}

/** Error as a response. A thrown error would roll back the recorded time of the poll. */
type PendingResponse = HttpResponse<400, OAuth2ErrorBody>
/** Tokens with the note that another grant replaces this one. [AUT-22] */
type DeprecatedResponse = HttpResponse<200, TokenResponse>
type GrantType = (exchange: TokenExchange) => Promise<TokenResponse | PendingResponse | DeprecatedResponse>

/** Exchanges by `grant_type`. (RFC 6749, 4; RFC 8628, 3.4) */
export const GRANTS: ReadonlyMap<string, GrantType> = new Map<string, GrantType>([
  ['authorization_code', exchangeCode],
  ['refresh_token', exchangeRefresh],
  ['client_credentials', exchangeCredentials],
  ['urn:ietf:params:oauth:grant-type:device_code', exchangeDevice],
])

const INVALID_CODE = 'Invalid "code" in request'
const INVALID_REFRESH = 'Invalid "refresh_token" in request'

const invalidGrant = (description: string) => new OAuth2Error('invalid_grant', description)

function required(value: string | undefined, name: string): string {
  if (!value) throw new OAuth2Error('invalid_request', `${name} is missing.`)
  return value
}

async function grantedUser(work: Work, userId: bigint): Promise<User> {
  const user = await findUser(work, userId)
  if (!user || isBanActive(await findPlatformBan(work, userId), work.now))
    throw invalidGrant('The user no longer exists.')
  return user
}

async function exchangeCode(exchange: TokenExchange): Promise<TokenResponse | PendingResponse> {
  const { work, platform, client, form } = exchange
  const { application, confidential } = client
  const hash = tokenHash(required(form.code, 'code'))
  const code = await store.findCode(work, hash)
  // A deauthorization at the same time ends what this request gives, or has ended the code.
  if (code) await lockAccounts(work, [code.user_id])
  // Every failure gives the same error, so that nobody learns which codes exist.
  const fits =
    code !== undefined &&
    code.application_id === application.id &&
    code.expires_at > work.now &&
    redirectFits(code.redirect_uri, form.redirect_uri ?? '', application) &&
    proofFits(code, form, confidential)
  if (code && !fits) throw invalidGrant(INVALID_CODE)
  if (!code || !(await takeCode(work, hash))) return refuseReuse(exchange, hash, INVALID_CODE)
  await rememberUse(work, code, hash)
  const user = await grantedUser(work, code.user_id)
  await exchange.merge?.into(work, user)
  const { scopes, nonce } = code
  const tokens = await tokensFor(exchange, { user, scopes, nonce, grantId: hash })
  const view = code.guild_id === null ? null : await work.view(code.guild_id)
  const webhook = code.webhook_id === null ? undefined : await findWebhook(work, code.webhook_id)
  return {
    ...tokens,
    ...(view ? { guild: presentGuild(view) } : {}),
    ...(webhook ? { webhook: presentWebhook(webhook, { token: true }, platform) } : {}),
  }
}

/** A verifier of a request without a challenge shows that someone took the challenge out. (RFC 9700, 4.8.2) */
function proofFits({ code_challenge: challenge }: StoredCode, { code_verifier }: TokenForm, confidential: boolean) {
  return challenge === null ? confidential && !code_verifier : verifierFits(challenge, code_verifier)
}

/** Refuses a code or refresh token that does not exist (any more), and ends what its first use gave. */
async function refuseReuse({ work, client }: TokenExchange, hash: string, text: string): Promise<PendingResponse> {
  await revokeReused(work, client.application, hash)
  return new HttpResponse(400, invalidGrant(text).toJSON())
}

/** A code of a local client was sent to no address: the exchange may name any that is registered. (decided) */
function redirectFits(sentTo: string, named: string, { redirect_uris }: Application): boolean {
  if (sentTo !== '' || named === '') return sentTo === named
  return isRedirectRegistered(redirect_uris, named)
}

/** Exchanges a refresh token, which is single-use. Every failure gives the same error. [AUT-15] [END-68] */
async function exchangeRefresh(exchange: TokenExchange): Promise<TokenResponse | PendingResponse | DeprecatedResponse> {
  const { work, client, form, platform } = exchange
  const hash = tokenHash(required(form.refresh_token, 'refresh_token'))
  const refresh = await store.findRefreshToken(work, hash)
  if (!refresh) return refuseReuse(exchange, hash, INVALID_REFRESH)
  await lockAccounts(work, [refresh.user_id])
  if (refresh.application_id !== client.application.id) throw invalidGrant(INVALID_REFRESH)
  const granted = readScopes(refresh.scopes)
  const scopes = form.scope ? readScopes(form.scope) : granted
  if (scopes.some((scope) => !granted.includes(scope))) {
    throw new OAuth2Error('invalid_scope', 'More scopes than were granted.')
  }
  if (!(await takeRefreshToken(work, hash))) return refuseReuse(exchange, hash, INVALID_REFRESH)
  const grantId = refresh.grant_id ?? hash
  await rememberUse(work, refresh, grantId)
  const user = await grantedUser(work, refresh.user_id)
  const tokens = await tokensFor(exchange, { user, scopes, nonce: null, grantId })
  if (user.provisional_for === null) return tokens
  const application_id = client.application.id.toString()
  platform.log.info({ application_id }, 'the refresh_token grant is deprecated for provisional accounts')
  return new HttpResponse(200, tokens, { 'cache-control': 'no-store', deprecation: 'true' })
}

/** Issues a token for the application's owner, without consent. */
async function exchangeCredentials({ work, client, form }: TokenExchange): Promise<TokenResponse> {
  const { application, confidential } = client
  if (!confidential) throw new OAuth2Error('unauthorized_client', 'A public client has no credentials.')
  const scopes = readScopes(form.scope ?? '')
  const fault = clientScopeFault(scopes, application)
  if (fault) throw new OAuth2Error(fault.fault, fault.description)
  const user = await grantedUser(work, application.owner_id)
  return issueTokens(work, { application, userId: user.id, scopes, refresh: false })
}

/** Exchanges the code of a device. While the person has not decided, it records the poll and returns an error. */
async function exchangeDevice(exchange: TokenExchange): Promise<TokenResponse | PendingResponse> {
  const { work, client, form } = exchange
  const device = await store.findDevice(work, tokenHash(required(form.device_code, 'device_code')))
  if (!device || device.application_id !== client.application.id) throw invalidGrant('Invalid device code.')
  if (device.expires_at <= work.now) throw new OAuth2Error('expired_token', 'The device code has expired.')
  if (device.state === 'denied') throw new OAuth2Error('access_denied', 'The request was denied.')
  if (device.state === 'granted' && device.user_id !== null) {
    await lockAccounts(work, [device.user_id])
    if (!(await takeDevice(work, device.hash))) throw invalidGrant('Invalid device code.')
    const user = await grantedUser(work, device.user_id)
    await exchange.merge?.into(work, user)
    return tokensFor(exchange, { user, scopes: readScopes(device.scopes), nonce: null, grantId: device.hash })
  }
  const tooSoon = work.now - device.polled_at < DEVICE_INTERVAL_S * 1000
  await saveDevice(work, { ...device, polled_at: work.now })
  const error = tooSoon
    ? new OAuth2Error('slow_down', 'Polling too frequently.')
    : new OAuth2Error('authorization_pending', 'The person has not decided yet.')
  return new HttpResponse(400, error.toJSON())
}

async function tokensFor(
  { work, platform, client, signing }: TokenExchange,
  { user, scopes, nonce, grantId }: { user: User; scopes: readonly string[]; nonce: string | null; grantId: string },
): Promise<TokenResponse> {
  const { application } = client
  const tokens = await issueTokens(work, { application, userId: user.id, scopes, refresh: true, grantId })
  if (!scopes.includes('openid')) return tokens
  const id_token = await signIdToken(signing, {
    issuer: platform.addresses.url,
    audience: application.id.toString(),
    user,
    nonce,
    now: work.now,
    lifetimeS: ACCESS_LIFETIME_S,
  })
  return { ...tokens, id_token }
}

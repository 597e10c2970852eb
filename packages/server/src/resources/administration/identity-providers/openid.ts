import type { Instant } from '@guildhall/protocol'
import type { ClientAuth, Configuration, CustomFetchOptions } from 'openid-client'
import { type Outgoing, OutgoingError } from '../../../kernel/outgoing.ts'
import type { IdentityProvider } from '../../accounts/instance-settings/model.ts'
import { ProviderDocuments, signingKeyOf } from './documents.ts'
import { type ProviderClaims, SignInError } from './model.ts'

/** Time for all requests of one step of a sign-in. */
const STEP_MS = 10_000
const DOCUMENT_BYTES_MAX = 256 * 1024
const SCOPES = ['openid', 'email', 'profile']
const TEXT_MAX = 254
const ROLES_MAX = 200
/** Longest `sub` that the standard allows. */
const SUBJECT_MAX = 255

/** Documents of providers, by the platform that read them. */
const documentsOf = new WeakMap<Outgoing, ProviderDocuments>()

/** A sign-in at a provider, as both of its steps know it. */
export interface ProviderSignIn {
  readonly provider: IdentityProvider
  readonly outgoing: Outgoing
  /** Platform date, by which kept documents of the provider expire. */
  readonly now: Instant
  /** Address to which the provider returns. */
  readonly callback: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Returns the address at which a person signs in at the provider. @throws SignInError */
export async function authorizationUrl(signIn: ProviderSignIn): Promise<string> {
  const { provider, callback, state, nonce, verifier } = signIn
  // Loaded with the first sign-in: most platforms have no provider.
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const configuration = await configurationOf(signIn)
  const scopes = new Set(['openid', ...(provider.scopes ?? SCOPES)])
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    response_type: 'code',
    scope: [...scopes].join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new SignInError('faulty')
  return url.href
}

/**
 * Exchanges the code of a provider and returns what its checked token says. Signature, issuer, audience, times, nonce
 * and state are checked.
 *
 * @param query what the provider gave the browser for the way back, with `?`
 * @throws SignInError
 */
export async function claimsOf(signIn: ProviderSignIn, query: string): Promise<ProviderClaims> {
  const { provider, callback, state, nonce, verifier } = signIn
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
  const configuration = await configurationOf(signIn)
  try {
    const tokens = await authorizationCodeGrant(configuration, new URL(query, callback), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const token = tokens.claims()
    if (!token) throw new SignInError('faulty')
    const lacks = token.email === undefined || (provider.role_claim !== undefined && !(provider.role_claim in token))
    const asksMore = lacks && configuration.serverMetadata().userinfo_endpoint !== undefined
    const more = asksMore ? await fetchUserInfo(configuration, tokens.access_token, token.sub) : {}
    return claimsFrom({ ...more, ...token }, provider)
  } catch (error) {
    throw faultOf(error)
  }
}

async function configurationOf(signIn: ProviderSignIn): Promise<Configuration> {
  const client = await import('openid-client')
  const { provider } = signIn
  const { issuer, client_id } = provider
  const checks = [client.enableNonRepudiationChecks]
  if (issuer.startsWith('http:')) checks.push(client.allowInsecureRequests)
  const options = { [client.customFetch]: fetchWithin(signIn), timeout: STEP_MS / 1000, execute: checks }
  const secret = `${provider.client_secret}`
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  const authenticate: ClientAuth = (server, ...given) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...given)
  }
  try {
    return await client.discovery(new URL(issuer), client_id, undefined, authenticate, options)
  } catch (error) {
    throw faultOf(error)
  }
}

/**
 * Returns a `fetch` by the seam that decides which addresses the platform reaches. Public documents are kept for a
 * while; a response to a request with credentials is not.
 */
function fetchWithin({ outgoing, provider: { issuer }, now }: ProviderSignIn) {
  const deadline = performance.now() + STEP_MS
  const documents = documentsOf.get(outgoing) ?? new ProviderDocuments()
  documentsOf.set(outgoing, documents)
  let keyId: string | null = null
  return async (url: string, { method, headers, body }: CustomFetchOptions): Promise<Response> => {
    const request = async () => {
      const {
        status,
        contentType,
        body: bytes,
      } = await outgoing.call({
        url,
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: body === undefined || body === null ? '' : String(body),
        limitKey: `provider.${issuer}`,
        timeoutMs: Math.max(1, deadline - performance.now()),
        bytesMax: DOCUMENT_BYTES_MAX,
      })
      return { status, contentType, body: bytes }
    }
    const isPublic = method === 'GET' && !Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
    const reply = isPublic ? await documents.get({ issuer, url, now, keyId }, request) : await request()
    if (!isPublic) keyId = signingKeyOf(reply)
    const { status, contentType } = reply
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(reply.body), {
      status,
      headers: { 'content-type': contentType },
    })
  }
}

function claimsFrom(claims: Readonly<Record<string, unknown>>, { role_claim }: IdentityProvider): ProviderClaims {
  const { iss, sub, email, email_verified, preferred_username, name } = claims
  const subject = text(sub, SUBJECT_MAX)
  if (typeof iss !== 'string' || subject === null) throw new SignInError('faulty')
  const roles = role_claim === undefined ? undefined : claims[role_claim]
  return {
    issuer: iss,
    subject,
    email: email_verified === true ? text(email, TEXT_MAX) : null,
    username: text(preferred_username, TEXT_MAX),
    name: text(name, TEXT_MAX),
    roles: (Array.isArray(roles) ? roles : [roles])
      .filter((role): role is string => typeof role === 'string')
      .slice(0, ROLES_MAX),
  }
}

function text(value: unknown, max: number): string | null {
  return typeof value === 'string' && value !== '' && value.length <= max ? value : null
}

/** Returns what went wrong: nobody answered, the person or the provider refused, or an answer is faulty. */
function faultOf(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutgoingError) return new SignInError('unreachable', error)
  const isDenied = error instanceof Error && error.name === 'AuthorizationResponseError'
  return new SignInError(isDenied ? 'denied' : 'faulty', error)
}

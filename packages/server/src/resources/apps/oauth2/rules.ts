import { ApplicationFlag, OAUTH2_SCOPES, type OAuth2Fault, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../kernel/model.ts'

/** Scopes that only the application's owner grants until the operator approves more: they read or cost much. */
const PARTNER_SCOPES: ReadonlySet<string> = new Set([
  'applications.builds.upload',
  'dm_channels.read',
  'rpc',
  'rpc.activities.write',
  'rpc.notifications.read',
  'rpc.voice.read',
  'rpc.voice.write',
  'voice',
])
/** Scopes of those that activities inside the app get without an approval: they reach no further than the activity. */
const ACTIVITY_SCOPES: ReadonlySet<string> = new Set(['rpc.activities.write', 'rpc.voice.read'])
/** Scope for applications whose owner accepted the terms of the social SDK. It needs no approval. [AUT-7] */
const TERMS_SCOPE = 'relationships.read'
/** Scope that only a client credentials grant gives. */
const CLIENT_ONLY = 'applications.commands.update'
const KNOWN: ReadonlySet<string> = new Set(OAUTH2_SCOPES)

/**
 * Refusal of an OAuth2 request. It is no `Verdict`, since RFC 6749 (5.2) names its errors, and some of them reach the
 * application by redirect instead of by an error response.
 */
export interface Fault {
  readonly fault: OAuth2Fault
  readonly description: string
}

/** Fields of an application that decide which scopes it may ask for. */
export type ScopedApplication = Pick<
  Application,
  'owner_id' | 'bot_id' | 'flags' | 'premium_approved' | 'social_sdk_terms_accepted'
>

/** Returns why an application may not ask a user for scopes, or null. [USR-2] [AUT-7] */
export function scopeFault(scopes: readonly string[], application: ScopedApplication, userId: Snowflake): Fault | null {
  const invalid = (description: string): Fault => ({ fault: 'invalid_scope', description })
  if (scopes.length === 0) return invalid('The request names no scope.')
  for (const scope of scopes) {
    if (!KNOWN.has(scope)) return invalid(`The requested scope is invalid, unknown, or malformed: ${scope}`)
    if (scope === CLIENT_ONLY) return invalid(`${scope} is for client credentials only.`)
    if (scope === 'identify.premium' && !application.premium_approved) return invalid(`${scope} needs an approval.`)
    const ofActivity = ACTIVITY_SCOPES.has(scope) && (application.flags & ApplicationFlag.EMBEDDED) !== 0n
    if (PARTNER_SCOPES.has(scope) && !ofActivity && application.owner_id !== userId)
      return invalid(`${scope} needs an approval.`)
    if (scope === TERMS_SCOPE && !application.social_sdk_terms_accepted)
      return invalid(`${scope} needs the terms of the social SDK, which the application's owner accepts.`)
    if (scope === 'bot' && application.bot_id === null) return invalid('The application has no bot.')
  }
  return null
}

/** Returns why a client may not have scopes by client credentials, or null. Installs need a person's consent. */
export function clientScopeFault(
  scopes: readonly string[],
  { social_sdk_terms_accepted: accepted }: Pick<Application, 'social_sdk_terms_accepted'>,
): Fault | null {
  const installs = ['bot', 'webhook.incoming']
  const invalid = scopes.find(
    (scope) => !KNOWN.has(scope) || installs.includes(scope) || (scope === TERMS_SCOPE && !accepted),
  )
  if (invalid === undefined && scopes.length > 0) return null
  return { fault: 'invalid_scope', description: 'The requested scope is invalid, unknown, or malformed.' }
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?=[/?]|$)/

/**
 * Whether a redirect address is registered. Addresses must be equal, except for the port of a loopback address that is
 * registered without one: a program on a person's machine listens on any free port. (RFC 8252, 7.3)
 */
export function isRedirectRegistered(registered: readonly string[], requested: string): boolean {
  if (registered.includes(requested)) return true
  const portless = requested.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=[/?]|$)/, '$1')
  return portless !== requested && LOOPBACK.test(portless) && registered.includes(portless)
}

/** Parameters of an authorization request that decide which response it gets. */
export interface ResponseParameters {
  readonly response_type?: string | undefined
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
}

/** Returns the fault of an authorization request that the application receives at its redirect address. [AUT-10] */
export function queryFault(query: ResponseParameters, scopes: readonly string[]): Fault | null {
  const { response_type: type, code_challenge: challenge, code_challenge_method: method } = query
  if (type !== undefined && type !== 'code' && type !== 'token') {
    return { fault: 'unsupported_response_type', description: 'The response type must be code or token.' }
  }
  if (type === 'token' && scopes.includes('role_connections.write')) {
    return { fault: 'invalid_scope', description: 'role_connections.write needs a code grant.' }
  }
  if (challenge === undefined && method === undefined) return null
  if (method !== 'S256') return { fault: 'invalid_request', description: 'The code challenge method must be S256.' }
  if (type !== 'code' || !/^[\w-]{43}$/.test(challenge ?? '')) {
    return { fault: 'invalid_request', description: 'The code challenge is invalid.' }
  }
  return null
}

/** Returns why an application cannot be installed in the way that a request names, or null. [SDK-20] */
export function installFault(
  integrationType: string | undefined,
  { integration_types_config: configs }: Pick<Application, 'integration_types_config'>,
): Fault | null {
  if (!integrationType || Object.hasOwn(configs, integrationType)) return null
  return { fault: 'invalid_request', description: 'The application cannot be installed that way.' }
}

const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** Returns a code of eight consonants from random bytes. It spells no word and is typed by hand. (RFC 8628, 6.1) */
export function userCode(random: Uint8Array): string {
  return [...random.subarray(0, 8)].map((byte) => USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length]).join('')
}

/** Normalizes a typed user code, which may have small letters, dashes or spaces. */
export function readUserCode(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z]/g, '')
}

/**
 * Returns a redirect address with response parameters: a code in the query, a token in the fragment.
 * (RFC 6749, 4.1.2, 4.2.2)
 */
export function redirectTo(
  address: string,
  parameters: Record<string, string | undefined>,
  responseType: string | undefined,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value)
  const url = new URL(address)
  if (responseType === 'token') url.hash = search.toString()
  else for (const [name, value] of search) url.searchParams.set(name, value)
  return url.href
}

import { OAUTH2_SCOPES, type OAuth2Fault, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../kernel/model.ts'

/** For the application's own people until the operator approves more: what shows much of a person, or costs much. */
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
/** What a client gets for itself alone. */
const CLIENT_ONLY = 'applications.commands.update'
const KNOWN: ReadonlySet<string> = new Set(OAUTH2_SCOPES)

export interface Fault {
  readonly fault: OAuth2Fault
  readonly description: string
}

/** May this application ask this user for these scopes? [USR-2] */
export function scopeFault(
  scopes: readonly string[],
  application: Pick<Application, 'owner_id' | 'bot_id' | 'premium_approved'>,
  userId: Snowflake,
): Fault | null {
  const invalid = (description: string): Fault => ({ fault: 'invalid_scope', description })
  if (scopes.length === 0) return invalid('No scope was asked for.')
  for (const scope of scopes) {
    if (!KNOWN.has(scope)) return invalid(`The requested scope is invalid, unknown, or malformed: ${scope}`)
    if (scope === CLIENT_ONLY) return invalid(`${scope} is for client credentials only.`)
    if (scope === 'identify.premium' && !application.premium_approved) return invalid(`${scope} needs an approval.`)
    if (PARTNER_SCOPES.has(scope) && application.owner_id !== userId) return invalid(`${scope} needs an approval.`)
    if (scope === 'bot' && application.bot_id === null) return invalid('The application has no bot.')
  }
  return null
}

/** Of an application's own scopes by client credentials: those of its owner, and the one for its commands. */
export function clientScopeFault(scopes: readonly string[]): Fault | null {
  const bad = scopes.find((scope) => !KNOWN.has(scope) || scope === 'bot' || scope === 'webhook.incoming')
  if (bad === undefined && scopes.length > 0) return null
  return { fault: 'invalid_scope', description: 'The requested scope is invalid, unknown, or malformed.' }
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?=[/?]|$)/

/**
 * Is this address one of those registered? To the letter, but for the port of a loopback address registered without one: a
 * program on a person's machine takes whatever port is free. (RFC 8252, 7.3)
 */
export function redirectRegistered(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true
  const portless = asked.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=[/?]|$)/, '$1')
  return portless !== asked && LOOPBACK.test(portless) && registered.includes(portless)
}

/** What is asked for by the query of an authorization. */
export interface AuthorizationQuery {
  readonly response_type?: string | undefined
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
}

/** Faults that the application is told at its redirect address. [AUT-10] */
export function queryFault(query: AuthorizationQuery, scopes: readonly string[]): Fault | null {
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

const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** Eight letters that spell no word, to be typed by hand. (RFC 8628, 6.1) */
export function userCode(random: Uint8Array): string {
  return [...random.subarray(0, 8)].map((byte) => USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length]).join('')
}

/** As people type it: in small letters, with dashes or spaces. */
export function readUserCode(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z]/g, '')
}

/** The address with what the application is told: in the query of a code, in the fragment of a token. (RFC 6749, 4.1.2, 4.2.2) */
export function redirectTo(
  address: string,
  answer: Record<string, string | undefined>,
  responseType: string | undefined,
): string {
  const told = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) told.set(name, value)
  const url = new URL(address)
  if (responseType === 'token') url.hash = told.toString()
  else for (const [name, value] of told) url.searchParams.set(name, value)
  return url.href
}

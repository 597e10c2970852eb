import { createHmac, randomBytes } from 'node:crypto'
import { SIGN_IN_LIFETIME_MS } from '../../../kernel/sign-in-states.ts'
import type { IdentityProvider } from '../../accounts/instance-settings/model.ts'

/** Id of the provider that the environment gives. */
const ENVIRONMENT_PROVIDER = 'oidc'
/** Cookie that binds a sign-in to the browser that began it. */
const COOKIE = 'guildhall_sso'
const SECRET_BYTES = 32
const COOKIE_PATTERN = /^[\w-]{43}$/

/** Facts about a person that a provider has signed, checked. */
export interface ProviderClaims {
  readonly issuer: string
  readonly subject: string
  /** Null unless the provider says that the person has the address. */
  readonly email: string | null
  readonly username: string | null
  readonly name: string | null
  /** Values of the claim that names roles. */
  readonly roles: readonly string[]
}

/** Why a sign-in at a provider did not come to an end. The page has words for each. */
export type SignInFault = 'unknown_provider' | 'unreachable' | 'denied' | 'faulty' | 'expired'

/** A sign-in at a provider has failed. */
export class SignInError extends Error {
  readonly fault: SignInFault

  constructor(fault: SignInFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

/** Returns the address to which a provider returns. */
export function callbackUrl(platform: string, provider: string): string {
  return `${platform}/auth/sso/${provider}/callback`
}

/** Returns the provider that the variables `GUILDHALL_OIDC_…` describe; null without them. */
export function environmentProvider(given: Readonly<Record<string, unknown>>): IdentityProvider | null {
  const { oidc_issuer: issuer, oidc_client_id, oidc_client_secret, oidc_name } = given as Record<string, string>
  if (issuer === undefined || oidc_client_id === undefined || oidc_client_secret === undefined) return null
  return {
    id: ENVIRONMENT_PROVIDER,
    name: oidc_name ?? new URL(issuer).hostname,
    issuer,
    client_id: oidc_client_id,
    client_secret: oidc_client_secret,
    register: 'auto',
    link_by_email: false,
  }
}

/** Returns the cookie that the headers of a request have; null without a valid one. */
export function cookieOf(header: string | undefined): string | null {
  for (const entry of (header ?? '').split(';')) {
    const [name, value = ''] = entry.trim().split('=')
    if (name === COOKIE && COOKIE_PATTERN.test(value)) return value
  }
  return null
}

/** Returns a secret that nobody guesses: a cookie, or a code. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Returns the header that gives a browser its cookie. */
export function cookieHeader(cookie: string, platform: string): string {
  const secure = platform.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${cookie}; Path=/; Max-Age=${SIGN_IN_LIFETIME_MS / 1000}; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Returns the nonce and the verifier of a sign-in. They follow from the cookie and the state, so that the store holds
 * neither, and only the browser that began can end it.
 */
export function proofsOf(cookie: string, state: string): { nonce: string; verifier: string } {
  const derived = (use: string) => createHmac('sha256', cookie).update(`${use}.${state}`).digest('base64url')
  return { nonce: derived('nonce'), verifier: derived('verifier') }
}

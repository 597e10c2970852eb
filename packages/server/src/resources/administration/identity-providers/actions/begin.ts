import type { Platform } from '../../../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { callbackUrl, cookieHeader, cookieOf, newSecret, proofsOf, SignInError, type SignInFault } from '../model.ts'
import { authorizationUrl, claimsOf } from '../openid.ts'
import { safePage } from '../rules.ts'
import { findProvider } from './find-provider.ts'
import type { ReturnedSignIn } from './save.ts'

type Parts = Pick<Platform, 'units' | 'outgoing' | 'clock' | 'addresses' | 'signInStates' | 'log'>

/** A browser that asks to be sent to a provider. */
interface Begun {
  readonly id: string
  readonly redirect: string | undefined
  readonly cookies: string | undefined
}

/** Address to which a browser is led next. */
interface Next {
  readonly location: string
  readonly headers: Readonly<Record<string, string>>
}

/** Returns the page that tells a person in words why a sign-in at a provider has failed. */
export function faultPage(platform: string, fault: SignInFault): string {
  return `${platform}/sign-in#error=${fault}`
}

/** Returns the address at which a person signs in at a provider, with the cookie of the sign-in. */
export async function beginSignIn(parts: Parts, { id, redirect, cookies }: Begun): Promise<Next> {
  const { units, outgoing, clock, addresses, signInStates, log } = parts
  const { url } = addresses
  try {
    const provider = await units.read(SYSTEM_ACTOR, (work) => findProvider(work, id))
    if (!provider) throw new SignInError('unknown_provider')
    // Sign-ins of several tabs share the cookie.
    const cookie = cookieOf(cookies) ?? newSecret()
    const state = signInStates.make({ provider: id, redirect: safePage(redirect), cookie, now: clock.now() })
    const signIn = {
      provider,
      outgoing,
      now: clock.now(),
      callback: callbackUrl(url, id),
      state,
      ...proofsOf(cookie, state),
    }
    return { location: await authorizationUrl(signIn), headers: { 'set-cookie': cookieHeader(cookie, url) } }
  } catch (error) {
    return { location: faultPage(url, faultOf(error, log)), headers: {} }
  }
}

/** Result of a browser's return: what the provider said and the page that it leads to, or why it said nothing. */
type Returned = { readonly signIn: ReturnedSignIn; readonly redirect: string } | { readonly fault: SignInFault }

/** Reads the code that a provider sent back with a browser, and exchanges it for a token at the provider. */
export async function returnFrom(
  parts: Parts,
  { id, query, state, cookies }: { id: string; query: string; state: string; cookies: string | undefined },
): Promise<Returned> {
  const { units, outgoing, clock, addresses, signInStates, log } = parts
  try {
    const provider = await units.read(SYSTEM_ACTOR, (work) => findProvider(work, id))
    if (!provider) throw new SignInError('unknown_provider')
    const cookie = cookieOf(cookies)
    const redirect = cookie === null ? null : signInStates.read(state, { provider: id, cookie, now: clock.now() })
    if (cookie === null || redirect === null) throw new SignInError('expired')
    const signIn = { provider, outgoing, now: clock.now(), callback: callbackUrl(addresses.url, id), state }
    const claims = await claimsOf({ ...signIn, ...proofsOf(cookie, state) }, query)
    return { signIn: { provider: id, state, cookie, claims }, redirect }
  } catch (error) {
    return { fault: faultOf(error, log) }
  }
}

function faultOf(error: unknown, log: Parts['log']): SignInFault {
  if (!(error instanceof SignInError)) throw error
  // Messages of the library name claims and no token.
  if (error.cause !== undefined)
    log.warn({ fault: error.fault, cause: reasonOf(error.cause) }, 'sign-in at a provider failed')
  return error.fault
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

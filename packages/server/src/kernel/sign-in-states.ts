import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Instant } from '@guildhall/protocol'

/** Lifetime of a sign-in at a provider, and of its cookie. */
export const SIGN_IN_LIFETIME_MS = 10 * 60_000
const RANDOM_BYTES = 16

/** Facts of a sign-in that come back with the browser. They are signed, and not stored. */
interface SignedState {
  readonly provider: string
  /** Page that the person wants to reach. */
  readonly redirect: string
  readonly expiresAt: Instant
  /** Hash of the cookie. */
  readonly browser: string
  readonly random: string
}

/** Makes and reads the state of sign-ins at identity providers with a secret of the platform. */
export class SignInStates {
  readonly #key: Uint8Array

  /** @param key secret of this platform */
  constructor(key: Uint8Array) {
    this.#key = key
  }

  /** Returns the state of a sign-in that begins. */
  make(begun: { provider: string; redirect: string; cookie: string; now: Instant }): string {
    const { provider, redirect, cookie, now } = begun
    const random = randomBytes(RANDOM_BYTES).toString('base64url')
    const state: SignedState = {
      provider,
      redirect,
      expiresAt: now + SIGN_IN_LIFETIME_MS,
      browser: hashOf(cookie),
      random,
    }
    const text = Buffer.from(JSON.stringify(state)).toString('base64url')
    return `${text}.${this.#signature(text)}`
  }

  /** Returns the page that a sign-in leads to; null for a foreign, an expired and another browser's state. */
  read(state: string, { provider, cookie, now }: { provider: string; cookie: string; now: Instant }): string | null {
    const [text = '', signature = ''] = state.split('.')
    const [given, wanted] = [Buffer.from(signature), Buffer.from(this.#signature(text))]
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
    const read = JSON.parse(Buffer.from(text, 'base64url').toString()) as SignedState
    const fits = read.provider === provider && read.browser === hashOf(cookie) && read.expiresAt > now
    return fits ? read.redirect : null
  }

  #signature(text: string): string {
    return createHmac('sha256', this.#key).update(`sso.${text}`).digest('base64url')
  }
}

/** Returns the hash under which a secret is stored. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

import type { Instant } from '@guildhall/protocol'
import type { PushKeys } from '../../kernel/push-keys.ts'

/** Lifetime of a token; push services accept at most 24 hours. (RFC 8292, section 2) */
const LIFETIME_MS = 12 * 3_600_000
/** Time before the end of a token in which another one is made. */
const RENEWED_MS = 3_600_000
/** Tokens that are kept. People choose push services freely. */
const KEPT_MAX = 100

/** Tokens by which push services know this platform (VAPID), one for each service. */
export class PushTokens {
  readonly #keys: PushKeys
  readonly #kept = new Map<string, { readonly token: string; readonly until: Instant }>()

  constructor(keys: PushKeys) {
    this.#keys = keys
  }

  /**
   * Returns the `Authorization` for a push service.
   *
   * @param contact address of the operator as `mailto:` or `https:`; null for none
   * @param now wall-clock time: push services do not follow the platform date
   */
  async authorizationFor(origin: string, contact: string | null, now: Instant): Promise<string> {
    const name = `${origin} ${contact}`
    const kept = this.#kept.get(name)
    const token = kept && kept.until - RENEWED_MS > now ? kept.token : await this.#make(name, { origin, contact, now })
    return `vapid t=${token}, k=${this.#keys.publicKey}`
  }

  async #make(
    name: string,
    { origin, contact, now }: { origin: string; contact: string | null; now: Instant },
  ): Promise<string> {
    const { SignJWT } = await import('jose')
    const until = now + LIFETIME_MS
    const claims = new SignJWT(contact === null ? {} : { sub: contact })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(origin)
      .setExpirationTime(Math.floor(until / 1000))
    const token = await claims.sign(this.#keys.signingKey())
    this.#kept.delete(name)
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size >= KEPT_MAX) this.#kept.delete(oldest)
    this.#kept.set(name, { token, until })
    return token
  }
}

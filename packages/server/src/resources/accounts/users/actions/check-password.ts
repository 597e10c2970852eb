import { type Instant, invalidForm } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { PasswordClient } from '../../../../kernel/passwords.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import * as store from '../store.ts'

/** Age up to which a sign-in replaces the password of a person who has none. */
const RECENT_SIGN_IN_MS = 10 * 60_000

/**
 * Checks the password of a person who is signed in. Returns its stored hash, which may be another one when the request
 * writes. A person whom a provider or a passkey signs in may have none: a session that began in the last ten minutes
 * proves them, with the second factor that its sign-in asked for.
 *
 * @throws ApiError INVALID_FORM_BODY at `password`; OVERLOADED if too many wait
 */
export async function demandPassword(
  { units, passwords }: Pick<Platform, 'units' | 'passwords'>,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
  { password, client }: { password: string | null | undefined; client: PasswordClient },
): Promise<string | undefined> {
  const { stored, isRecent } = await units.read(SYSTEM_ACTOR, async (work) => {
    const hash = await store.findPassword(work, userId)
    return {
      stored: hash,
      isRecent: hash === undefined && isRecentSignIn(await store.findToken(work, tokenHash), work.now),
    }
  })
  if (stored === undefined) {
    if (isRecent) return stored
    throw invalidForm(
      ['password'],
      'SIGN_IN_AGAIN',
      'Your account has no password. Sign in again, and do this within 10 minutes.',
    )
  }
  if (password == null) throw invalidForm(['password'], 'BASE_TYPE_REQUIRED', 'This field is required')
  if (!(await passwords.fits(password, stored, client)))
    throw invalidForm(['password'], 'PASSWORD_DOES_NOT_MATCH', 'Password does not match.')
  return stored
}

function isRecentSignIn(session: { created_at: Instant } | undefined, now: Instant): boolean {
  return session !== undefined && now - session.created_at <= RECENT_SIGN_IN_MS
}

import { setTimeout } from 'node:timers/promises'
import { faultAt, invalidForm, type Snowflake } from '@guildhall/protocol'
import { operation, RefusalWithEffects } from '../../../../kernel/operation.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import type { Work } from '../../../../kernel/work.ts'
import { Optional, Text, Type } from '../../../../validation/schema.ts'
import { settingsOf } from '../../instance-settings/index.ts'
import { bannedText, findPlatformBan, isBanActive } from '../../platform-bans/index.ts'
import { findRegistrationByName, listRegistrationsByEmail, type Registration } from '../../registrations/index.ts'
import { SignedIn, signIn, siteOf } from '../../second-factors/index.ts'
import { lockAccounts } from '../actions/lock.ts'
import { isGuessed, saveFailedSignIn } from '../actions/save-failed-sign-in.ts'
import * as store from '../store.ts'

/** Wait of each sign-in by password while somebody guesses the password of the account. */
const GUESSED_DELAY_MS = 3_000

/**
 * Login with name and password. People who have a second factor get a ticket for it in place of a session. An unknown
 * name and a wrong password give the same error.
 */
export const login = operation({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  callers: ['anyone'],
  unlisted: true,
  body: Type.Object({
    login: Text(1, 320),
    password: Text(1, 1024),
    /** Takes the deletion of the account back. */
    undelete: Optional(Type.Boolean()),
  }),
  responses: { 200: SignedIn },
  limit: { limit: 10, windowMs: 60_000 },
  // Counted by account and address together, so that no address can lock out an account or its own neighbours.
  limitBy: ({ login }) => login.toLowerCase(),

  async before({ body, platform, client }) {
    const { login } = body
    const found = await platform.units.read(SYSTEM_ACTOR, async (work) => {
      if (!(await settingsOf(work)).passwords)
        throw invalidForm(['password'], 'PASSWORDS_OFF', 'Sign in with a provider, a passkey or a link of an operator.')
      const user = await store.findUserByLogin(work, login)
      const isSlow = await isGuessed(work, { login, user })
      if (!user) return { isSlow, ...(await waitingOf(work, login)) }
      return { isSlow, user, stored: await store.findPassword(work, user.id), state: null }
    })
    if (found.isSlow) await setTimeout(GUESSED_DELAY_MS)
    return { ...found, fits: await platform.passwords.fits(body.password, found.stored, client) }
  },

  async run({ body: { login, undelete: revives = false }, work, platform, prepared: { user, stored, state, fits } }) {
    const { url } = platform.addresses
    // Only who knows the password learns of an account that is not active yet.
    if (fits && state !== null) throw notActive(state)
    if (!fits || !user || !(await isStill(work, user.id, stored)))
      throw new RefusalWithEffects('INVALID_FORM_BODY', (later) => saveFailedSignIn(later, { login, user }, url), {
        faults: faultAt(['login'], 'INVALID_LOGIN', 'Login or password is invalid.'),
      })
    const ban = await findPlatformBan(work, user.id)
    if (isBanActive(ban, work.now)) throw invalidForm(['login'], 'ACCOUNT_DISABLED', bannedText(ban))
    return signIn(work, user.id, siteOf(url), { revives })
  },
})

/**
 * Holds the account of a person, and returns whether it has the password that was compared. It may have another one by
 * now, which has ended all sessions.
 */
async function isStill(work: Work, userId: Snowflake, compared: string | undefined): Promise<boolean> {
  await lockAccounts(work, [userId])
  return (await store.findPassword(work, userId)) === compared
}

/** Returns the registration of a login that is not active yet, if there is one. */
async function waitingOf(session: StoreSession, login: string) {
  const found = login.includes('@')
    ? (await listRegistrationsByEmail(session, login))[0]
    : await findRegistrationByName(session, login.toLowerCase())
  return { user: undefined, stored: found?.passwordHash ?? undefined, state: found?.state ?? null }
}

function notActive(state: Registration['state']): Error {
  return state === 'unverified'
    ? invalidForm(['login'], 'EMAIL_NOT_VERIFIED', 'Confirm your address first: open the link that was mailed to you.')
    : invalidForm(['login'], 'ACCOUNT_PENDING', 'An operator will decide about your registration.')
}

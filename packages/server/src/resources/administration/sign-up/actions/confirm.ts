import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { letters, queueMail, type Sender } from '../../../accounts/mails/index.ts'
import { consumeLink, createLink, deadToken, linkOfToken } from '../../../accounts/one-time-links/index.ts'
import {
  awaitDecision,
  findRegistration,
  findRegistrationByName,
  listRegistrationsByEmail,
  type Registration,
} from '../../../accounts/registrations/index.ts'
import { findAddressHolder, findUser, findUserByLogin, saveUser } from '../../../accounts/users/index.ts'
import { activateRegistration } from './activate.ts'
import type { SignedUp } from './register.ts'

/**
 * Confirms an address of mail by the token of a link: of a registration, which becomes an account or waits for an
 * operator, or of a person who wants another address.
 *
 * @throws ApiError INVALID_FORM_BODY at `token`, with one text for all reasons
 */
export async function confirmAddress(work: Work, token: string, url: string): Promise<SignedUp> {
  const { userId, address } = await linkOfToken(work, token, { kinds: ['verify', 'change'], now: work.now })
  await consumeLink(work, token)
  if (address === null) throw deadToken()
  const isTaken = await work.lock(
    `email.${address.toLowerCase()}`,
    async () => (await findAddressHolder(work, address)) !== undefined,
  )
  if (isTaken) throw deadToken()
  const registration = await findRegistration(work, userId)
  if (registration) return confirmRegistration(work, registration, url)
  const user = await findUser(work, userId)
  if (!user) throw deadToken()
  await saveUser(work, user, { ...user, email: address, verified: true })
  return { state: 'active', userId }
}

async function confirmRegistration(work: Work, registration: Registration, url: string): Promise<SignedUp> {
  const { id, email, state, needsApproval } = registration
  if (state !== 'unverified') throw deadToken()
  if (needsApproval) {
    await awaitDecision(work, registration)
    if (email !== null) await queueMail(work, email, letters.pending(await senderOf(work, url)))
    return { state: 'pending' }
  }
  if (!(await activateRegistration(work, registration, true))) throw deadToken()
  return { state: 'active', userId: id }
}

/**
 * Mails what somebody who cannot sign in needs: a link for a new password to a confirmed address, or once more the link
 * of a registration. Others get nothing, and the caller learns nothing.
 */
export async function mailWayIn(work: Work, login: string, url: string): Promise<void> {
  const from = await senderOf(work, url)
  const user = await findUserByLogin(work, login)
  if (user?.email && user.verified) {
    if (!(await settingsOf(work)).passwords) return
    const { token } = await createLink(work, user.id, { kind: 'reset', address: user.email })
    await queueMail(work, user.email, letters.reset(from, token))
    return
  }
  for (const registration of await registrationsOf(work, login)) await mailConfirmation(work, registration, from)
}

async function registrationsOf(work: Work, login: string): Promise<Registration[]> {
  if (login.includes('@')) return listRegistrationsByEmail(work, login)
  const found = await findRegistrationByName(work, login.toLowerCase())
  return found ? [found] : []
}

/** Mails the link that confirms the address of a registration once more. Ends the former link. */
async function mailConfirmation(work: Work, { id, email, state }: Registration, from: Sender): Promise<void> {
  if (state !== 'unverified' || email === null) return
  const { token } = await createLink(work, id, { kind: 'verify', address: email })
  const isTaken = (await findAddressHolder(work, email)) !== undefined
  await queueMail(work, email, isTaken ? letters.known(from) : letters.verify(from, token))
}

/** Mails the link that confirms the address of a person once more. */
export async function mailConfirmationOf(work: Work, user: User, url: string): Promise<void> {
  const { id, email, verified } = user
  if (email === null || verified) return
  const from = await senderOf(work, url)
  const { token } = await createLink(work, id, { kind: 'verify', address: email })
  const isTaken = (await findAddressHolder(work, email)) !== undefined
  await queueMail(work, email, isTaken ? letters.known(from) : letters.verify(from, token))
}

async function senderOf(work: Work, url: string): Promise<Sender> {
  return { name: (await settingsOf(work)).name, url }
}

import { ApiError, invalidForm } from '@guildhall/protocol'
import type { CheckedProof } from '../../../../kernel/proof-of-work.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isBlocked, listRegistrationBlocks } from '../../../accounts/blocks/index.ts'
import { offersMail, settingsOf } from '../../../accounts/instance-settings/index.ts'
import type { InstanceSettings } from '../../../accounts/instance-settings/model.ts'
import { letters, queueMail } from '../../../accounts/mails/index.ts'
import { createLink } from '../../../accounts/one-time-links/index.ts'
import { raidModeOf } from '../../../accounts/raid-mode/index.ts'
import {
  addOrigin,
  addRegistration,
  countOrigins,
  removeOldRegistrations,
} from '../../../accounts/registrations/index.ts'
import { demandFreeName, findAddressHolder } from '../../../accounts/users/index.ts'
import { getInvite } from '../../../guild/invites/index.ts'
import { asksForWork, emailMode, type RegistrationInvite } from '../model.ts'
import { mayRegisterNow, mayUseDomain, mayUseInvite } from '../rules.ts'
import { findInvite } from '../store.ts'
import { activateAccount } from './activate.ts'
import { useInvite, useProof } from './save.ts'

const HOUR_MS = 3_600_000

/** A stranger's wish to register. The password is hashed already. */
export interface SignUp {
  readonly username: string
  readonly globalName: string | null
  readonly passwordHash: string
  readonly email: string | null
  readonly invite: string | null
  readonly consent: boolean
  /** Answer to a challenge, checked; null without one, and for a wrong one. */
  readonly proof: CheckedProof | null
  /** Client address, as limits count it. */
  readonly address: string
}

/** Result of a registration: an account, or the state in which it waits. */
export type SignedUp =
  | { readonly state: 'active'; readonly userId: bigint }
  | { readonly state: 'unverified' | 'pending' }

/** Invites of a sign-up that were checked. */
interface Invited {
  readonly operators: RegistrationInvite | null
  readonly guilds: string | null
}

/**
 * Checks what forbids a registration whatever its password is, before the password is hashed. `signUp` checks it again.
 *
 * @throws ApiError FORBIDDEN, RATE_LIMITED, or INVALID_FORM_BODY at the field
 */
export async function demandSignUp(
  work: Work,
  given: Pick<SignUp, 'email' | 'invite' | 'consent' | 'address'>,
): Promise<void> {
  const settings = await settingsOf(work)
  await demandOpen(work, settings, given)
  const mode = emailMode(settings, offersMail(work, settings))
  const email = mode === 'none' ? null : given.email
  demandForm(settings, given, { mode, email })
  await invitesOf(work, settings, { ...given, email })
}

/**
 * Registers a stranger.
 *
 * @param url address of the platform as people reach it
 * @throws ApiError FORBIDDEN, RATE_LIMITED, or INVALID_FORM_BODY at the field
 */
export async function signUp(work: Work, given: SignUp, url: string): Promise<SignedUp> {
  const settings = await settingsOf(work)
  await work.lock('registrations', () => demandOpen(work, settings, given))
  await removeOldRegistrations(work, settings.retention_addresses_days)
  const username = given.username.toLowerCase()
  await demandFreeName(work, username, { bot: false, discriminator: '0' })
  const mode = emailMode(settings, offersMail(work, settings))
  const email = mode === 'none' ? null : given.email
  demandForm(settings, given, { mode, email })
  const invited = await invitesOf(work, settings, { ...given, email })
  if (asksForWork(settings) && invited.operators === null) await demandWork(work, given.proof)
  if (invited.operators && !(await useInvite(work, invited.operators.code))) throw unusable()
  const id = work.nextId()
  await addOrigin(work, id, given.address)
  const { globalName, passwordHash } = given
  const account = { id, username, globalName, passwordHash, guildInvite: invited.guilds }
  const needsApproval = settings.registration === 'approval' && invited.operators === null
  // The invite was mailed to this address.
  const isProven = email !== null && invited.operators?.email === email.toLowerCase()
  const isTaken = email !== null && (await findAddressHolder(work, email)) !== undefined
  const waits = mode === 'verified' && !(isProven && !isTaken)
  if (waits || needsApproval) {
    const state = waits ? 'unverified' : 'pending'
    const stored = {
      ...account,
      email: email?.toLowerCase() ?? null,
      state,
      createdAt: work.now,
      needsApproval,
      isConfirmed: false,
    } as const
    await addRegistration(work, stored)
    if (waits && email !== null) await mailLink(work, { id, email, isTaken }, { name: settings.name, url })
    return { state }
  }
  const verified = email === null || (isProven && !isTaken)
  await activateAccount(work, { ...account, email, verified })
  if (email !== null && !verified) await mailLink(work, { id, email, isTaken }, { name: settings.name, url })
  return { state: 'active', userId: id }
}

/** @throws ApiError FORBIDDEN for a closed platform and a blocked client, RATE_LIMITED above the limits */
async function demandOpen(
  work: Work,
  settings: InstanceSettings,
  { address, email }: Pick<SignUp, 'address' | 'email'>,
): Promise<void> {
  if (!settings.passwords) throw new ApiError('FORBIDDEN', { reason: 'people register with a provider' })
  if (settings.registration === 'closed') throw new ApiError('FORBIDDEN', { reason: 'registration is closed' })
  if ((await raidModeOf(work)) !== null) throw new ApiError('FORBIDDEN', { reason: 'raid mode' })
  if (isBlocked(await listRegistrationBlocks(work), { email, address }))
    throw new ApiError('FORBIDDEN', { reason: 'blocked' })
  if (!work.hosting.limitsRegistrations) return
  const verdict = mayRegisterNow(
    {
      addressHour: await countOrigins(work, work.now - HOUR_MS, address),
      addressDay: await countOrigins(work, work.now - 24 * HOUR_MS, address),
      allHour: await countOrigins(work, work.now - HOUR_MS),
    },
    settings,
  )
  if (!verdict.ok)
    throw new ApiError('RATE_LIMITED', {
      extra: { retry_after: HOUR_MS / 1000, global: false },
      reason: verdict.reason,
    })
}

/** @throws ApiError INVALID_FORM_BODY at `consent` or `email` */
function demandForm(
  settings: InstanceSettings,
  { consent }: Pick<SignUp, 'consent'>,
  { mode, email }: { mode: InstanceSettings['registration_email']; email: string | null },
): void {
  if (settings.terms_url !== null && !consent)
    throw invalidForm(['consent'], 'CONSENT_REQUIRED', 'Accept the terms to register.')
  if (mode === 'verified' && email === null)
    throw invalidForm(['email'], 'BASE_TYPE_REQUIRED', 'This field is required')
  const verdict = email === null ? null : mayUseDomain(email, settings.registration_domains)
  if (verdict && !verdict.ok) throw invalidForm(['email'], 'EMAIL_DOMAIN_REFUSED', verdict.reason)
}

/** Returns the invites that a sign-up came by. @throws ApiError INVALID_FORM_BODY at `invite` */
async function invitesOf(
  work: Work,
  settings: InstanceSettings,
  { invite, email }: Pick<SignUp, 'invite' | 'email'>,
): Promise<Invited> {
  const found = invite === null ? undefined : await findInvite(work, invite)
  if (found) {
    const verdict = mayUseInvite(found, { email, now: work.now })
    if (!verdict.ok) throw unusable()
    return { operators: found, guilds: null }
  }
  const guilds = invite !== null && settings.guild_invites_register && (await isGuildInvite(work, invite))
  if (settings.registration === 'invite' && !guilds) throw unusable()
  return { operators: null, guilds: guilds ? invite : null }
}

async function isGuildInvite(work: Work, code: string): Promise<boolean> {
  try {
    await getInvite(work, code)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'UNKNOWN_INVITE') return false
    throw error
  }
}

/** @throws ApiError INVALID_FORM_BODY at `challenge` */
async function demandWork(work: Work, proof: CheckedProof | null): Promise<void> {
  if (proof === null || !(await useProof(work, proof)))
    throw invalidForm(['challenge'], 'CHALLENGE_INVALID', 'This challenge is not valid any more. Get a new one.')
}

function unusable(): Error {
  return invalidForm(['invite'], 'INVITE_INVALID', 'This invite is not valid. Ask an operator for another one.')
}

/** Mails a link that confirms an address. Its holder, if it has one, gets another mail, in the same time. */
async function mailLink(
  work: Work,
  { id, email, isTaken }: { id: bigint; email: string; isTaken: boolean },
  from: { name: string; url: string },
): Promise<void> {
  const { token } = await createLink(work, id, { kind: 'verify', address: email })
  await queueMail(work, email, isTaken ? letters.known(from) : letters.verify(from, token))
}

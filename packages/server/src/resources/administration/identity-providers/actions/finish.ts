import { ApiError, invalidForm, type Snowflake } from '@guildhall/protocol'
import { hashOf } from '../../../../kernel/sign-in-states.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isBlocked, listRegistrationBlocks } from '../../../accounts/blocks/index.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import type { IdentityProvider } from '../../../accounts/instance-settings/model.ts'
import { findOperatorRole, type OperatorRole, saveRole } from '../../../accounts/operators/index.ts'
import { bannedText, findPlatformBan, isBanActive } from '../../../accounts/platform-bans/index.ts'
import { raidModeOf } from '../../../accounts/raid-mode/index.ts'
import {
  addOrigin,
  addRegistration,
  findRegistration,
  removeOldRegistrations,
} from '../../../accounts/registrations/index.ts'
import { addUser, findAddressHolder, findUser, isNameTaken, mayHaveName } from '../../../accounts/users/index.ts'
import { mayUseDomain } from '../../sign-up/index.ts'
import type { ProviderClaims } from '../model.ts'
import { nameOf, numbered, roleOfClaims } from '../rules.ts'
import { findIdentity, findSignIn } from '../store.ts'
import { findProvider } from './find-provider.ts'
import { consumeCode, saveIdentity } from './save.ts'

const GLOBAL_NAME_MAX = 32
const NUMBERS_MAX = 10_000

/** A person who came back from a provider, or the registration that waits for an operator. */
export type Finished = { readonly state: 'active'; readonly userId: Snowflake } | { readonly state: 'pending' }

/** A code that the page of a browser brings back. */
export interface Exchange {
  readonly code: string
  readonly cookie: string | null
  /** Address of the client, as limits count it. */
  readonly address: string
}

/**
 * Uses the code of a sign-in at a provider up, and returns the provider and its claims.
 *
 * @throws ApiError INVALID_FORM_BODY at `code`, with one text for unknown, used, expired and foreign codes
 */
export async function exchangeCode(
  work: Work,
  { code, cookie }: Pick<Exchange, 'code' | 'cookie'>,
): Promise<{ provider: IdentityProvider; claims: ProviderClaims }> {
  const found = await findSignIn(work, hashOf(code))
  const isOurs = found && cookie !== null && found.browser_hash === hashOf(cookie) && found.expires_at > work.now
  const provider = isOurs ? await findProvider(work, found.provider) : undefined
  if (!isOurs || !provider || !(await consumeCode(work, code)))
    throw refused('CODE_INVALID', 'This sign-in is not valid any more. Try again.')
  return { provider, claims: JSON.parse(found.claims) as ProviderClaims }
}

/**
 * Returns the person of a sign-in at a provider: the one whom it knows, the one with the same confirmed address, or a
 * new one, as the provider's settings say.
 *
 * @throws ApiError INVALID_FORM_BODY at `code` with the reason in words; FORBIDDEN for a blocked client
 */
export async function finishSignIn(work: Work, exchange: Exchange): Promise<Finished> {
  const { provider, claims } = await exchangeCode(work, exchange)
  demandDomain(provider, claims)
  const { issuer, subject } = claims
  const known = await work.lock(`provider.${hashOf(`${issuer} ${subject}`)}`, () => findIdentity(work, claims))
  if (known && (await findUser(work, known.user_id))) return signInKnown(work, { ...known, provider, claims }, exchange)
  if (known && (await findRegistration(work, known.user_id))) return { state: 'pending' }
  const { email } = claims
  const holder =
    email === null ? undefined : await work.lock(`email.${email.toLowerCase()}`, () => findAddressHolder(work, email))
  if (holder !== undefined) {
    if (!provider.link_by_email)
      throw refused(
        'ACCOUNT_EXISTS',
        'You have an account with this address. Sign in to it, and link the provider in your settings.',
      )
    return signInKnown(work, { provider, claims, user_id: holder, role: null }, exchange)
  }
  return register(work, { provider, claims }, exchange)
}

/** @throws ApiError INVALID_FORM_BODY at `code` for an address outside the domains that the operator names */
function demandDomain({ allowed_domains: domains = [] }: IdentityProvider, { email }: ProviderClaims): void {
  if (domains.length === 0) return
  if (email === null) throw refused('DOMAIN_REFUSED', 'The provider confirms no address of yours.')
  const verdict = mayUseDomain(email, domains)
  if (!verdict.ok) throw refused('DOMAIN_REFUSED', verdict.reason)
}

interface Known {
  readonly provider: IdentityProvider
  readonly claims: ProviderClaims
  readonly user_id: Snowflake
  /** Role that the provider gave last. */
  readonly role: string | null
}

async function signInKnown(
  work: Work,
  { provider, claims, user_id: userId, role }: Known,
  { address }: Exchange,
): Promise<Finished> {
  const ban = await findPlatformBan(work, userId)
  if (isBanActive(ban, work.now)) throw refused('ACCOUNT_DISABLED', bannedText(ban))
  const given = await followRole(work, { provider, claims, userId, former: role, address })
  await saveIdentity(work, { userId, provider: provider.id, claims, role: given })
  return { state: 'active', userId }
}

interface RoleChange {
  readonly provider: IdentityProvider
  readonly claims: ProviderClaims
  readonly userId: Snowflake
  readonly former: string | null
  readonly address: string
}

/**
 * Gives a person the role that their claims name, and takes one that the provider gave before. Owners stay owners, and
 * a role that an operator gave stays while the claims name none.
 */
async function followRole(
  work: Work,
  { provider, claims, userId, former, address }: RoleChange,
): Promise<OperatorRole | null> {
  if (provider.role_claim === undefined) return null
  const wanted = roleOfClaims(provider, claims)
  const role = await findOperatorRole(work, userId)
  if (role === 'owner' || role === wanted || (wanted === null && role !== former)) return wanted
  const operator = { kind: 'person', userId, role: 'owner', address } as const
  await saveRole(work, operator, { userId, role: wanted, reason: `provider ${provider.id}` })
  return wanted
}

async function register(
  work: Work,
  { provider, claims }: Pick<Known, 'provider' | 'claims'>,
  { address }: Exchange,
): Promise<Finished> {
  if (provider.register === 'off') throw refused('NOT_REGISTERED', 'You have no account here. Ask an operator for one.')
  const { email } = claims
  if (isBlocked(await listRegistrationBlocks(work), { email, address }))
    throw new ApiError('FORBIDDEN', { reason: 'blocked' })
  if ((await raidModeOf(work)) !== null) throw refused('REGISTRATION_CLOSED', 'Registration is closed for now.')
  const { retention_addresses_days } = await settingsOf(work)
  await removeOldRegistrations(work, retention_addresses_days)
  const id = work.nextId()
  await addOrigin(work, id, address)
  const names = {
    id,
    username: await freeName(work, claims),
    globalName: claims.name?.slice(0, GLOBAL_NAME_MAX).trim() || null,
  }
  if (provider.register === 'approval') {
    const waits = { state: 'pending', createdAt: work.now, needsApproval: true, isConfirmed: email !== null } as const
    await addRegistration(work, {
      ...names,
      ...waits,
      email: email?.toLowerCase() ?? null,
      passwordHash: null,
      guildInvite: null,
    })
    await saveIdentity(work, { userId: id, provider: provider.id, claims, role: null })
    return { state: 'pending' }
  }
  const { username, globalName } = names
  await addUser(work, { id, username, global_name: globalName, discriminator: '0', bot: false, email, verified: true })
  return signInKnown(work, { provider, claims, user_id: id, role: null }, { code: '', cookie: null, address })
}

/** Returns a user name that nobody has, like the one that the person has at the provider. */
async function freeName(work: Work, claims: ProviderClaims): Promise<string> {
  const wanted = nameOf(claims, (name) => mayHaveName(name, { bot: false }).ok)
  for (let number = 1; number < NUMBERS_MAX; number += 1) {
    const name = number === 1 ? wanted : numbered(wanted, number)
    if (!(await work.lock(`username.${name}`, () => isNameTaken(work, name, '0')))) return name
  }
  return numbered(wanted, Number(work.nextId() % 10n ** 15n))
}

function refused(code: string, words: string): ApiError {
  return invalidForm(['code'], code, words)
}

import { invalidForm, type Snowflake } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { createLink, endLinks, type MadeLink } from '../../../accounts/one-time-links/index.ts'
import { logAction, type Operator, type OperatorRole, roleBelow, saveRole } from '../../../accounts/operators/index.ts'
import { removeFactors } from '../../../accounts/second-factors/index.ts'
import {
  addUser,
  demandFreeName,
  endAllSessions,
  findAddressHolder,
  findUser,
  saveUser,
} from '../../../accounts/users/index.ts'
import * as store from '../store.ts'
import { accountOf, findAccount } from './find-accounts.ts'

/** An account that an operator makes. */
export interface NewPerson {
  readonly username: string
  readonly email: string | null
  readonly role: OperatorRole | null
}

/**
 * Makes an account without a password, and a link that lets its person in.
 *
 * @throws ApiError INVALID_FORM_BODY at `username`; MISSING_PERMISSIONS for a role that the operator may not give
 */
export async function createPerson(
  work: Work,
  operator: Operator,
  { username, email, role }: NewPerson,
): Promise<{ user: User; link: MadeLink }> {
  const name = username.toLowerCase()
  const kind = { bot: false, discriminator: '0' }
  await work.lock(`username.${name}`, () => demandFreeName(work, name, kind))
  const user = await addUser(work, { id: work.nextId(), username: name, global_name: null, email, ...kind })
  const changes = [{ key: 'username', old: null, new: name }]
  await logAction(work, operator, { action: 'create', target: user.id, changes })
  if (role !== null) await saveRole(work, operator, { userId: user.id, role })
  return { user, link: await createLink(work, user.id, { kind: 'sign_in' }) }
}

/** Makes a link that lets a person in once. @throws ApiError UNKNOWN_USER, MISSING_PERMISSIONS */
export async function createPersonLink(work: Work, operator: Operator, userId: Snowflake): Promise<MadeLink> {
  await accountOf(work, userId)
  await roleBelow(work, operator, userId)
  await logAction(work, operator, { action: 'link', target: userId })
  return createLink(work, userId, { kind: 'sign_in' })
}

/** Ends every session of a person. @throws ApiError UNKNOWN_USER, MISSING_PERMISSIONS */
export async function signOutPerson(work: Work, operator: Operator, userId: Snowflake): Promise<void> {
  await accountOf(work, userId)
  await roleBelow(work, operator, userId)
  await endAllSessions(work, userId)
  await logAction(work, operator, { action: 'sign_out', target: userId })
}

/**
 * Takes the second factors of a person away, and ends every session of theirs.
 *
 * @throws ApiError UNKNOWN_USER, MISSING_PERMISSIONS
 */
export async function resetFactors(work: Work, operator: Operator, userId: Snowflake): Promise<void> {
  await accountOf(work, userId)
  await roleBelow(work, operator, userId)
  const user = await findUser(work, userId)
  if (user) await removeFactors(work, user)
  await endAllSessions(work, userId)
  await logAction(work, operator, { action: 'reset_factors', target: userId })
}

/**
 * Stores what operators note about a person or a registration; null removes it. The log does not repeat the words.
 *
 * @throws ApiError UNKNOWN_USER, MISSING_PERMISSIONS
 */
export async function saveNote(
  work: Work,
  operator: Operator,
  { userId, note }: { userId: Snowflake; note: string | null },
): Promise<void> {
  const before = await findAccount(work, userId)
  await roleBelow(work, operator, userId)
  if (before.note === note) return
  await store.putNote(work, userId, note)
  const changes = [{ key: 'note', old: before.note !== null, new: note !== null }]
  await logAction(work, operator, { action: 'note', target: userId, changes })
}

/** An address of mail that an operator sets for a person. Fields that are not given stay. */
export interface AddressChange {
  readonly userId: Snowflake
  readonly email: string | null | undefined
  /** Whether it counts as confirmed. Default for another address: no. */
  readonly verified: boolean | undefined
}

/**
 * Sets the address of a person, or whether it counts as confirmed. Links that were mailed to the former one end.
 *
 * @throws ApiError UNKNOWN_USER, MISSING_PERMISSIONS; INVALID_FORM_BODY for an address that somebody else has confirmed
 */
export async function changeAddress(work: Work, operator: Operator, change: AddressChange): Promise<void> {
  const { user } = await accountOf(work, change.userId)
  await roleBelow(work, operator, user.id)
  const email = change.email === undefined ? user.email : change.email
  const isSame = email?.toLowerCase() === user.email?.toLowerCase()
  const verified = change.verified ?? (isSame ? user.verified : email === null)
  if (isSame && verified === user.verified) return
  if (email !== null && verified) await demandFreeAddress(work, user.id, email)
  await saveUser(work, user, { ...user, email, verified })
  await endLinks(work, user.id, ['verify', 'change', 'reset'])
  const changes = [
    { key: 'email', old: user.email, new: email },
    { key: 'verified', old: user.verified, new: verified },
  ]
  await logAction(work, operator, { action: 'email', target: user.id, changes })
}

async function demandFreeAddress(work: Work, userId: Snowflake, email: string): Promise<void> {
  const holder = await work.lock(`email.${email.toLowerCase()}`, () => findAddressHolder(work, email))
  if (holder !== undefined && holder !== userId)
    throw invalidForm(['email'], 'EMAIL_ALREADY_REGISTERED', 'Another account has confirmed this address.')
}

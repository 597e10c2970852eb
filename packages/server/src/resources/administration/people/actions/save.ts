import type { Snowflake } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { createLink, type MadeLink } from '../../../accounts/one-time-links/index.ts'
import { logAction, type Operator, type OperatorRole, roleBelow, saveRole } from '../../../accounts/operators/index.ts'
import { removeFactors } from '../../../accounts/second-factors/index.ts'
import { addUser, demandFreeName, endAllSessions, findUser } from '../../../accounts/users/index.ts'
import { accountOf } from './find-accounts.ts'

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

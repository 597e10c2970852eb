import { randomBytes } from 'node:crypto'
import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Application, User } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { listChildren } from '../../applications/index.ts'
import { deleteIdentities } from '../../external-identities/index.ts'
import { revokeGrants } from '../../oauth2/index.ts'
import { findPlatformBan, isBanActive } from '../../platform-bans/index.ts'
import { type AccountMove, accountMoving } from '../../users/consequences.ts'
import { deleteUser, insertUser, isNameTaken } from '../../users/index.ts'
import { provisionalUsername } from '../rules.ts'
import * as store from '../store.ts'

/** Usernames that are tried for a new account. */
const NAMES_TRIED_MAX = 5

/**
 * Creates a provisional account of an application.
 *
 * @param options.restrictedBy banned user whose account it replaces
 * @throws ApiError USERNAME_GENERATION_TIMED_OUT if every random name is taken
 */
export async function createAccount(
  work: Work,
  application: Application,
  { displayName, restrictedBy = null }: { displayName: string | null; restrictedBy?: Snowflake | null },
): Promise<User> {
  const user = await insertUser(work, {
    id: work.nextId(),
    username: await freeUsername(work, displayName),
    discriminator: '0',
    global_name: displayName,
    bot: false,
    verified: false,
    provisional_for: application.id,
  })
  await store.insertProvisionalAccount(work, {
    user_id: user.id,
    application_id: application.id,
    created_at: work.now,
    restricted_by: restrictedBy,
  })
  return user
}

async function freeUsername(work: Work, displayName: string | null): Promise<string> {
  for (let tried = 0; tried < NAMES_TRIED_MAX; tried += 1) {
    const username = provisionalUsername(displayName, randomBytes(8))
    if (!(await isNameTaken(work, username, '0'))) return username
  }
  throw new ApiError('USERNAME_GENERATION_TIMED_OUT')
}

/** Deletes a provisional account with its tokens and identities, and ends its sessions. */
export async function deleteAccount(work: Work, application: Application, userId: Snowflake): Promise<void> {
  await revokeGrants(work, application.id, userId)
  await deleteIdentities(work, application.id, userId)
  await store.deleteProvisionalAccount(work, userId)
  await deleteUser(work, userId)
}

/** Whether a ban of the operator restricts an account: its own, or that of the account that it replaced. [SUB-9] */
export async function isRestricted(work: Work, userId: Snowflake): Promise<boolean> {
  const account = await store.findProvisionalAccount(work, userId)
  for (const id of [userId, account?.restricted_by ?? null]) {
    if (id !== null && isBanActive(await findPlatformBan(work, id), work.now)) return true
  }
  return false
}

/** Holds accounts against all other units of work that merge, unmerge or ban them. */
export async function lockAccounts(work: Work, ids: readonly Snowflake[]): Promise<void> {
  for (const id of [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1))) {
    await work.lock(`account.${id}`, () => store.findProvisionalAccount(work, id))
  }
}

/** Moves or copies what every resource keeps for a player, in the application and in the games of a publisher. */
export async function moveAccount(work: Work, move: AccountMove): Promise<void> {
  for (const application of [move.application, ...(await listChildren(work, move.application.id))])
    await work.follow(accountMoving, { ...move, application })
}

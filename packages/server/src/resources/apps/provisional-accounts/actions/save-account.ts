import { randomBytes } from 'node:crypto'
import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Application, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { deleteIdentities } from '../../../accounts/external-identities/index.ts'
import { addUser, deleteUser, isNameTaken } from '../../../accounts/users/index.ts'
import { revokeGrants } from '../../oauth2/index.ts'
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
  const user = await addUser(work, {
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

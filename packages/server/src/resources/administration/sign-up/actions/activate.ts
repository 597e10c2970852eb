import { ApiError } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { type Registration, removeRegistration } from '../../../accounts/registrations/index.ts'
import { addUser, savePassword } from '../../../accounts/users/index.ts'
import { joinByInvite } from '../../../guild/invites/index.ts'

/** An account that a registration becomes. */
interface NewAccount extends Pick<Registration, 'id' | 'username' | 'globalName' | 'passwordHash' | 'guildInvite'> {
  readonly email: string | null
  readonly verified: boolean
}

/** Makes the account of a person who registered, and accepts the invite of a guild that they came by. */
export async function activateAccount(work: Work, account: NewAccount): Promise<User> {
  const { id, username, globalName, email, verified, passwordHash, guildInvite } = account
  const names = { username, discriminator: '0', global_name: globalName }
  const user = await addUser(work, { id, ...names, bot: false, email, verified })
  if (passwordHash !== null) await savePassword(work, id, passwordHash)
  if (guildInvite !== null) await acceptInvite(work, user, guildInvite)
  return user
}

/** The account is made although the invite may have ended since the registration. */
async function acceptInvite(work: Work, user: User, code: string): Promise<void> {
  try {
    await joinByInvite(work, user, code)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
  }
}

/**
 * Makes the account of a stored registration. Returns null if another request was first.
 *
 * @param verified whether the person has confirmed the address, or the platform asks nobody to
 */
export async function activateRegistration(
  work: Work,
  registration: Registration,
  verified: boolean,
): Promise<User | null> {
  if (!(await removeRegistration(work, registration.id))) return null
  return activateAccount(work, { ...registration, verified })
}

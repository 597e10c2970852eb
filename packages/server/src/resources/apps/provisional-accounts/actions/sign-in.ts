import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Application, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findIdentity, isLinking, listIdentities, saveIdentity } from '../../../accounts/external-identities/index.ts'
import { findUser, saveUser } from '../../../accounts/users/index.ts'
import type { PlayerClaim } from '../model.ts'
import { createAccount } from './save-account.ts'

/**
 * Returns the provisional account of a player, which the first sign-in creates.
 *
 * @param attachTo provisional account to which a new identity is added, instead of a new account
 * @throws ApiError USER_NOT_PROVISIONAL if the identity belongs to a full account; UNKNOWN_USER or
 *   EXTERNAL_IDENTITY_EXISTS for an `attachTo` that the identity cannot be added to
 */
export async function signIn(
  work: Work,
  application: Application,
  claim: PlayerClaim,
  attachTo: Snowflake | null = null,
): Promise<User> {
  const { provider_type, provider_id, provider_issued_user_id, name } = claim
  const key = { application_id: application.id, provider_type, provider_id, provider_issued_user_id }
  // Of two first sign-ins at the same time, one creates the account.
  const identity = await work.lock(
    `identity.${JSON.stringify([application.id.toString(), provider_type, provider_id, provider_issued_user_id])}`,
    () => findIdentity(work, key),
  )
  const user = identity && (await findUser(work, identity.user_id))
  if (identity && user) {
    if (user.provisional_for === null) throw linkedToFullAccount(user, claim)
    if (attachTo !== null && attachTo !== user.id) throw new ApiError('EXTERNAL_IDENTITY_EXISTS')
    if (name === null || name === identity.preferred_global_name) return user
    await saveIdentity(work, { ...identity, preferred_global_name: name })
    const renamed = { ...user, global_name: name }
    await saveUser(work, user, renamed)
    return renamed
  }
  const owner =
    attachTo === null
      ? await createAccount(work, application, { displayName: name })
      : await ownAccount(work, application, attachTo, provider_type)
  await saveIdentity(work, {
    ...key,
    user_id: owner.id,
    created_at: work.now,
    preferred_global_name: name,
    username: null,
    profile_data: null,
  })
  return owner
}

/** Returns a provisional account of the application that has no identity of this provider type yet. */
async function ownAccount(
  work: Work,
  application: Application,
  userId: Snowflake,
  providerType: string,
): Promise<User> {
  const user = await findUser(work, userId)
  if (user?.provisional_for !== application.id) throw new ApiError('UNKNOWN_USER')
  const identities = (await listIdentities(work, userId, application.id)).filter(isLinking)
  if (identities.some(({ provider_type }) => provider_type === providerType))
    throw new ApiError('EXTERNAL_IDENTITY_EXISTS')
  return user
}

/** Returns the error for a player who has linked a full account: they sign in by OAuth2. [530010] */
function linkedToFullAccount(user: User, { provider_type, provider_id, provider_issued_user_id }: PlayerClaim) {
  return new ApiError('USER_NOT_PROVISIONAL', {
    extra: {
      user_id: user.id.toString(),
      provider_type,
      provider_id: provider_id === '' ? null : provider_id,
      provider_issued_user_id,
    },
  })
}

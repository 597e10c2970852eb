import type {
  ApplicationIdentityObject,
  ApplicationIdentityProfileObject,
  ProfileDataObject,
  UserApplicationProfileObject,
} from '@guildhall/protocol'
import type { ExternalIdentity } from './model.ts'

/** Returns an identity without its profile. */
export function presentIdentity(identity: ExternalIdentity): ApplicationIdentityObject {
  const { user_id, provider_type, provider_id, provider_issued_user_id } = identity
  return {
    user_id: user_id.toString(),
    provider_type,
    ...(provider_id !== '' && { provider_id }),
    provider_issued_user_id,
  }
}

/** Returns the statistics of a profile; null before the first write. */
export function profileDataOf({ profile_data }: ExternalIdentity): ProfileDataObject | null {
  return profile_data === null ? null : (JSON.parse(profile_data) as ProfileDataObject)
}

/** Returns the profile of an identity for the server of the game. */
export function presentProfile(identity: ExternalIdentity): ApplicationIdentityProfileObject {
  return { username: identity.username, metadata: null, data: profileDataOf(identity) }
}

/** Returns the profile of an identity for sessions of the game that knows the user by it. */
export function presentApplicationProfile(identity: ExternalIdentity): UserApplicationProfileObject {
  const { username, provider_type, provider_id, provider_issued_user_id, preferred_global_name } = identity
  const data = profileDataOf(identity)
  return {
    username,
    metadata: {},
    // Only the server of the game writes statistics.
    ...(data !== null && { data, data_trusted: true }),
    avatar_hash: null,
    external_id: {
      provider_type,
      provider_issued_user_id,
      ...(provider_id !== '' && { provider_id }),
      preferred_global_name,
    },
  }
}

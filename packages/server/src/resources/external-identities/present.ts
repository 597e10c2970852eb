import type { ExternalIdentity } from './model.ts'

/** Profile of a user in a game, as READY lists it. */
export interface ApplicationProfile {
  readonly username: string | null
  readonly metadata: Readonly<Record<string, never>>
  /** Statistics that the game's server wrote. */
  readonly data?: unknown
  readonly data_trusted?: boolean
  readonly avatar_hash: null
  readonly external_id: {
    readonly provider_type: string
    readonly provider_issued_user_id: string
    readonly provider_id?: string
    readonly preferred_global_name: string | null
  }
}

/** Returns the profile of an identity for the game that knows the user by it. */
export function presentApplicationProfile(identity: ExternalIdentity): ApplicationProfile {
  const { username, profile_data, provider_type, provider_id, provider_issued_user_id, preferred_global_name } =
    identity
  return {
    username,
    metadata: {},
    ...(profile_data === null ? {} : { data: JSON.parse(profile_data) as unknown, data_trusted: true }),
    avatar_hash: null,
    external_id: {
      provider_type,
      provider_issued_user_id,
      ...(provider_id === '' ? {} : { provider_id }),
      preferred_global_name,
    },
  }
}

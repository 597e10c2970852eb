import type { ExternalIdentityTable } from '../../../kernel/store/game-tables.ts'

/** Fields of an identity that no statement decides by. */
export interface ExternalIdentityData {
  /** Name that the game or the provider gave. */
  preferred_global_name: string | null
  /** Profile of the application for this identity: its name for the user and statistics. */
  username: string | null
  /** Statistics as they were written, serialized JSON; null before the first write. */
  profile_data: string | null
}

/** An account elsewhere by which an application knows a user. */
export type ExternalIdentity = Omit<ExternalIdentityTable, 'data'> & ExternalIdentityData

/** Provider type of identities that only hold a profile: nobody signs in with them. */
export const PROFILE_ONLY = 'NONE'

/** Whether an identity links an account elsewhere with a user. */
export function isLinking({ provider_type }: Pick<ExternalIdentity, 'provider_type'>): boolean {
  return provider_type !== PROFILE_ONLY
}

/** Whether the game has written a profile for an identity. */
export function hasProfile(identity: ExternalIdentity): boolean {
  return !isLinking(identity) || identity.username !== null || identity.profile_data !== null
}

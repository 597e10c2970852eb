import type { ExternalIdentityTable } from '../../kernel/store/game-tables.ts'

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

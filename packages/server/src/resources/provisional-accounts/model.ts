import type { ProvisionalAccountTable } from '../../kernel/store/game-tables.ts'
import type { ExternalIdentity } from '../external-identities/model.ts'

/** Account of a player that a game made. */
export type ProvisionalAccount = ProvisionalAccountTable

/** Provider type of identities by which the server of a game names its players itself. */
export const BOT_PROVIDER = 'DISCORD_BOT'
/** Provider type of identities that only hold a profile: nobody signs in with them. */
const PROFILE_ONLY = 'NONE'

/** Account elsewhere that a token proved, or that the game's server named. */
export interface PlayerClaim {
  readonly provider_type: string
  readonly provider_id: string
  readonly provider_issued_user_id: string
  /** Display name that the provider or the game prefers; null for none. */
  readonly name: string | null
}

/** Whether an identity links an account elsewhere with a user. */
export function isLinking({ provider_type }: Pick<ExternalIdentity, 'provider_type'>): boolean {
  return provider_type !== PROFILE_ONLY
}

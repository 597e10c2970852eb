import type { ProvisionalAccountTable } from '../../../kernel/store/game-tables.ts'

/** Account of a player that a game made. */
export type ProvisionalAccount = ProvisionalAccountTable

/** Provider type of identities by which the server of a game names its players itself. */
export const BOT_PROVIDER = 'DISCORD_BOT'

/** Account elsewhere that a token proved, or that the game's server named. */
export interface PlayerClaim {
  readonly provider_type: string
  readonly provider_id: string
  readonly provider_issued_user_id: string
  /** Display name that the provider or the game prefers; null for none. */
  readonly name: string | null
}

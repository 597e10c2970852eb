import type { MoveAccount } from '../kernel/account-moves.ts'
import { moveGameMessages } from '../resources/game-messages/index.ts'
import { moveLobbies } from '../resources/lobbies/index.ts'
import { moveRelationships } from '../resources/relationships/index.ts'

/**
 * Moves and copies of each resource for a player whose account merges or unmerges, in order. Identities and tokens are
 * handled by the accounts themselves.
 */
export const accountMoves: readonly MoveAccount[] = [moveRelationships, moveLobbies, moveGameMessages]

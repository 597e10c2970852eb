import type { PurgeApplication } from '../kernel/account-moves.ts'
import { purgeGameMessages } from '../resources/game-messages/index.ts'
import { purgeLobbies } from '../resources/lobbies/index.ts'
import { purgeRelationships } from '../resources/relationships/index.ts'
import { purgeProfileWidgets } from '../resources/widgets/index.ts'

/**
 * Deletions of each resource for an application that becomes the child of a publisher, in order. Tokens, identities
 * and provisional accounts are deleted by the accounts themselves, afterwards. [AUT-24]
 */
export const applicationPurges: readonly PurgeApplication[] = [
  purgeRelationships,
  purgeLobbies,
  purgeGameMessages,
  purgeProfileWidgets,
]

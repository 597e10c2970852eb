import { RelationshipType } from '../../enums/index.ts'
import { RelationshipHandle, type RelationshipView } from '../../handles/user.ts'
import { handleOf } from '../../objects/handle.ts'
import type { Parts } from '../parts.ts'

/** Returns the handle of the relationship with a user: none before the first Connect, and what is known afterwards. */
export function relationshipOf(parts: Parts, id: bigint): RelationshipHandle {
  const none: RelationshipView = {
    id,
    discordRelationshipType: RelationshipType.None,
    gameRelationshipType: RelationshipType.None,
    isSpamRequest: false,
    user: null,
  }
  const { queue } = parts.context
  return handleOf(RelationshipHandle, () => (queue.hasEnded ? null : (parts.online?.relationships.view(id) ?? none)))
}

import { RelationshipType } from '@guildhall/protocol'
import { userTopic } from '../../../kernel/event.ts'
import type { User } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { listAuthorizedApplications } from '../../oauth2/store.ts'
import {
  gameRelationshipAdd,
  gameRelationshipRemove,
  relationshipAdd,
  relationshipRemove,
  relationshipUpdate,
} from '../events.ts'
import { isStored, PLATFORM, type StoredRelationship } from '../model.ts'
import { deleteRelationship, putRelationship } from '../store.ts'

/**
 * Stores the relationship of one user and emits what changed. An end is RELATIONSHIP_REMOVE, a new type
 * RELATIONSHIP_ADD, any other change RELATIONSHIP_UPDATE. A removed friend who stays ignored is removed, then added
 * as type 0.
 */
export async function saveRelationship(
  work: Work,
  { before, after }: { before: StoredRelationship; after: StoredRelationship },
  other: User,
): Promise<void> {
  const stored = isStored(after)
  if (!stored && !isStored(before)) return
  if (stored) await putRelationship(work, after)
  else await deleteRelationship(work, after)
  const topic = userTopic(after.user_id)
  const platform = after.application_id === PLATFORM
  const ended = before.type !== after.type && after.type === RelationshipType.NONE
  if (ended || !stored) work.emit(platform ? relationshipRemove : gameRelationshipRemove, topic, before)
  if (!stored) return
  if (before.type === after.type && isStored(before)) {
    if (platform) work.emit(relationshipUpdate, topic, after)
    return
  }
  const played = await listAuthorizedApplications(work, other.id, work.now)
  if (other.provisional_for !== null) played.add(other.provisional_for)
  const notify = notifies(before, after)
  work.emit(platform ? relationshipAdd : gameRelationshipAdd, topic, { relationship: after, other, played, notify })
}

/** Whether clients notify their user: of requests of users they neither ignore nor suspect, and of new friends. */
function notifies(before: StoredRelationship, { type, spam, ignored }: StoredRelationship): boolean {
  if (type === RelationshipType.INCOMING_REQUEST) return !spam && !ignored
  return type === RelationshipType.FRIEND && before.type === RelationshipType.OUTGOING_REQUEST
}

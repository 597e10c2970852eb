import { RelationshipType } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listAuthorizedApplications } from '../../../accounts/authorizations/store.ts'
import {
  friendSuggestionCreate,
  friendSuggestionDelete,
  gameRelationshipAdd,
  gameRelationshipRemove,
  relationshipAdd,
  relationshipRemove,
  relationshipUpdate,
} from '../events.ts'
import { isListed, isStored, PLATFORM, type StoredRelationship, visibleType } from '../model.ts'
import { deleteRelationship, putRelationship } from '../store.ts'

const { SUGGESTION } = RelationshipType

/** A relationship of one user before and after a change. */
export interface RelationshipChange {
  readonly before: StoredRelationship
  readonly after: StoredRelationship
}

/**
 * Stores the relationship of one user and emits what changed. An end is RELATIONSHIP_REMOVE, a new type
 * RELATIONSHIP_ADD, any other change RELATIONSHIP_UPDATE. A removed friend who stays ignored is removed, then added
 * as type 0. Suggestions have events apart.
 */
export async function saveRelationship(work: Work, change: RelationshipChange, other: User): Promise<void> {
  const { before, after } = change
  if (isStored(after)) await putRelationship(work, after)
  else if (isStored(before)) await deleteRelationship(work, after)
  const topic = userTopic(after.user_id)
  if (before.type !== after.type) {
    if (before.type === SUGGESTION) work.emit(friendSuggestionDelete, topic, other)
    if (after.type === SUGGESTION) work.emit(friendSuggestionCreate, topic, other)
  }
  await emitChange(work, change, other)
}

async function emitChange(work: Work, { before, after }: RelationshipChange, other: User): Promise<void> {
  const topic = userTopic(after.user_id)
  const platform = after.application_id === PLATFORM
  const type = visibleType(after)
  const changed = visibleType(before) !== type
  const ends = isListed(before) && (!isListed(after) || (changed && type === RelationshipType.NONE))
  if (ends) work.emit(platform ? relationshipRemove : gameRelationshipRemove, topic, before)
  if (!isListed(after)) return
  if (!changed && isListed(before)) {
    if (platform && before.type === after.type) work.emit(relationshipUpdate, topic, after)
    return
  }
  const played = await listAuthorizedApplications(work, other.id, work.now)
  if (other.provisional_for !== null) played.add(other.provisional_for)
  const added = { relationship: { ...after, type }, other, played, notify: notifies(before, after) }
  work.emit(platform ? relationshipAdd : gameRelationshipAdd, topic, added)
}

/** Whether clients notify their user: of requests of users they neither ignore nor suspect, and of new friends. */
function notifies(before: StoredRelationship, { type, spam, ignored }: StoredRelationship): boolean {
  if (type === RelationshipType.INCOMING_REQUEST) return !spam && !ignored
  return type === RelationshipType.FRIEND && before.type === RelationshipType.OUTGOING_REQUEST
}

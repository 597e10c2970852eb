import {
  type FriendSuggestionObject,
  type GameRelationshipObject,
  type RelationshipObject,
  RelationshipType,
  wireTime,
} from '@guildhall/protocol'
import type { User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'
import type { StoredRelationship } from './model.ts'

/** The documentation names no meaning of other values. */
const DM_ACCESS_TYPE = 0

/** Reason of a suggestion: the users are friends on another platform. */
const EXTERNAL_FRIEND = 1

const REQUESTS: readonly number[] = [RelationshipType.INCOMING_REQUEST, RelationshipType.OUTGOING_REQUEST]

/**
 * Returns the relationship object.
 *
 * @param hasPlayed whether the other user has authorized the caller's application; undefined without one
 */
export function presentRelationship(
  relationship: StoredRelationship,
  other: User,
  hasPlayed?: boolean,
): RelationshipObject {
  const { type, nickname, ignored, spam, stranger, since, note, origin_application_id } = relationship
  return {
    id: other.id.toString(),
    type,
    user: presentUser(other),
    nickname,
    user_ignored: ignored,
    ...(REQUESTS.includes(type) ? { is_spam_request: spam, stranger_request: stranger } : {}),
    ...(origin_application_id === null ? {} : { origin_application_id: origin_application_id.toString() }),
    ...(since === null ? {} : { since: wireTime(since) }),
    ...(note === null ? {} : { note }),
    ...(hasPlayed === undefined ? {} : { has_played_game: hasPlayed }),
  }
}

/** Returns the short form of RELATIONSHIP_UPDATE and RELATIONSHIP_REMOVE. */
export function presentRelationshipBrief(relationship: StoredRelationship) {
  const { other_id, type, nickname, ignored, stranger, since } = relationship
  return {
    id: other_id.toString(),
    type,
    nickname,
    user_ignored: ignored,
    ...(REQUESTS.includes(type) ? { stranger_request: stranger } : {}),
    ...(since === null ? {} : { since: wireTime(since) }),
  }
}

/** Returns the game relationship object. Responses to applications leave out the user. */
export function presentGameRelationship(relationship: StoredRelationship, other?: User): GameRelationshipObject {
  const { user_id, other_id, application_id, type, since } = relationship
  return {
    id: other_id.toString(),
    application_id: application_id.toString(),
    type,
    ...(other ? { user: presentUser(other) } : {}),
    since: wireTime(since ?? 0),
    dm_access_type: DM_ACCESS_TYPE,
    user_id: user_id.toString(),
  }
}

/** Returns the friend suggestion object. The only source of suggestions are games. */
export function presentSuggestion(suggested: User): FriendSuggestionObject {
  const name = suggested.global_name ?? suggested.username
  return { suggested_user: presentUser(suggested), reasons: [{ type: EXTERNAL_FRIEND, platform_type: 'game', name }] }
}

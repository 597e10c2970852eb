import { GameIntent, RelationshipType, type Snowflake } from '@guildhall/protocol'
import { type EventType, eventType, type Friendship } from '../../../kernel/event.ts'
import type { User } from '../../../kernel/model.ts'
import type { Viewer } from '../../../kernel/viewer.ts'
import { PLATFORM, type StoredRelationship } from './model.ts'
import { presentGameRelationship, presentRelationship, presentRelationshipBrief, presentSuggestion } from './present.ts'

/** Scope with which a game's session receives relationships, and presences of friends. */
export const RELATIONSHIPS_SCOPE = 'relationships.read'

/** Payload of RELATIONSHIP_ADD and GAME_RELATIONSHIP_ADD. */
export interface RelationshipAdded {
  readonly relationship: StoredRelationship
  readonly other: User
  /** Applications that the other user has authorized. */
  readonly played: ReadonlySet<Snowflake>
  /** Whether clients notify their user. */
  readonly notify: boolean
}

/** Returns whether a viewer receives a layer: people all, a game the platform's and its own. */
function seesLayer(viewer: Viewer, { application_id }: StoredRelationship): boolean {
  if (viewer.kind === 'bot') return false
  return viewer.kind === 'person' || application_id === PLATFORM || application_id === viewer.applicationId
}

function friendshipOf({ type, other_id, application_id }: StoredRelationship): Friendship {
  return { otherId: other_id, applicationId: application_id, friends: type === RelationshipType.FRIEND }
}

/** Declares an event whose payload is a relationship. */
function relationshipEvent(key: string, name: string, present: (relationship: StoredRelationship) => unknown) {
  return eventType<StoredRelationship>({
    key,
    name,
    intents: () => GameIntent.USER_RELATIONSHIPS,
    gameScope: () => RELATIONSHIPS_SCOPE,
    visibleTo: seesLayer,
    inReady: true,
    present,
  })
}

/** Sent for a new relationship, and when its type changes. */
export const relationshipAdd = eventType<RelationshipAdded>({
  key: 'relationship.added',
  name: 'RELATIONSHIP_ADD',
  intents: () => GameIntent.USER_RELATIONSHIPS,
  gameScope: () => RELATIONSHIPS_SCOPE,
  visibleTo: (viewer, { relationship }) => seesLayer(viewer, relationship),
  inReady: true,
  effect: ({ relationship }) => ({ kind: 'friendship-changed', friendship: friendshipOf(relationship) }),
  variant: (viewer, { played }) => {
    if (viewer.kind === 'person' || viewer.applicationId === null) return 'person'
    return played.has(viewer.applicationId) ? 'played' : 'not-played'
  },
  present: ({ relationship, other, notify }, variant) => ({
    ...presentRelationship(relationship, other, variant === 'person' ? undefined : variant === 'played'),
    should_notify: notify,
  }),
})

/** Sent when anything but the type of a relationship changes. */
export const relationshipUpdate = relationshipEvent(
  'relationship.updated',
  'RELATIONSHIP_UPDATE',
  presentRelationshipBrief,
)
export const relationshipRemove: EventType<StoredRelationship> = {
  ...relationshipEvent('relationship.removed', 'RELATIONSHIP_REMOVE', presentRelationshipBrief),
  effect: (before) => ({ kind: 'friendship-changed', friendship: { ...friendshipOf(before), friends: false } }),
}

/** Sent for a new relationship of a game, and when its type changes. */
export const gameRelationshipAdd = eventType<RelationshipAdded>({
  key: 'game-relationship.added',
  name: 'GAME_RELATIONSHIP_ADD',
  intents: () => GameIntent.USER_RELATIONSHIPS,
  gameScope: () => RELATIONSHIPS_SCOPE,
  visibleTo: (viewer, { relationship }) => seesLayer(viewer, relationship),
  inReady: true,
  effect: ({ relationship }) => ({ kind: 'friendship-changed', friendship: friendshipOf(relationship) }),
  present: ({ relationship, other }) => presentGameRelationship(relationship, other),
})
export const gameRelationshipRemove: EventType<StoredRelationship> = {
  ...relationshipEvent('game-relationship.removed', 'GAME_RELATIONSHIP_REMOVE', (relationship) =>
    presentGameRelationship(relationship),
  ),
  effect: (before) => ({ kind: 'friendship-changed', friendship: { ...friendshipOf(before), friends: false } }),
}

/** Declares an event about a suggested user. Games receive none. */
function suggestionEvent(key: string, name: string, present: (suggested: User) => unknown) {
  return eventType<User>({ key, name, intents: () => 0, visibleTo: ({ kind }) => kind === 'person', present })
}

export const friendSuggestionCreate = suggestionEvent(
  'friend-suggestion.created',
  'FRIEND_SUGGESTION_CREATE',
  presentSuggestion,
)
export const friendSuggestionDelete = suggestionEvent(
  'friend-suggestion.deleted',
  'FRIEND_SUGGESTION_DELETE',
  ({ id }) => ({
    suggested_user_id: id.toString(),
  }),
)

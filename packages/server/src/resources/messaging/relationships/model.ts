import { RelationshipType, type Snowflake } from '@guildhall/protocol'
import type { RelationshipTable } from '../../../kernel/store/game-tables.ts'

/** `application_id` of relationships of the platform, which belong to no game. */
export const PLATFORM: Snowflake = 0n

/** Fields of a relationship that no statement decides by. */
export interface RelationshipData {
  /** Name that the user gave to a friend. */
  nickname: string | null
  /** Whether the user ignores the other user. */
  ignored: boolean
  /** Whether a request was flagged as spam. */
  spam: boolean
  /** Whether a request came from a user without a common friend or guild. */
  stranger: boolean
  /** Text that came with a request. */
  note: string | null
  /** Application with which the request was sent. */
  origin_application_id: Snowflake | null
}

/**
 * Relationship as one of its two users has it. The other user has one of the same layer too, except for blocked and
 * ignored users.
 */
export type StoredRelationship = Omit<RelationshipTable, 'data'> & RelationshipData

/** Names the side of one user in a layer. */
export type RelationshipKey = Pick<StoredRelationship, 'user_id' | 'other_id' | 'application_id'>

export const NO_DATA: RelationshipData = {
  nickname: null,
  ignored: false,
  spam: false,
  stranger: false,
  note: null,
  origin_application_id: null,
}

/** Values of the fields that only requests have. */
export const NO_DETAILS: Pick<RelationshipData, 'spam' | 'stranger' | 'note'> = {
  spam: false,
  stranger: false,
  note: null,
}

/** Returns the relationship of a user who has none. */
export function noRelationship(key: RelationshipKey): StoredRelationship {
  const { user_id, other_id, application_id } = key
  return { user_id, other_id, application_id, type: RelationshipType.NONE, since: null, ...NO_DATA }
}

/** Whether a relationship has anything to store. */
export function isStored({ type, ignored }: StoredRelationship): boolean {
  return type !== RelationshipType.NONE || ignored
}

/** Returns the type of a relationship as clients see it. Suggestions are listed apart. */
export function visibleType({ type }: StoredRelationship): number {
  return type === RelationshipType.SUGGESTION ? RelationshipType.NONE : type
}

/** Whether a relationship is listed as one. */
export function isListed(relationship: StoredRelationship): boolean {
  return visibleType(relationship) !== RelationshipType.NONE || relationship.ignored
}

/** Returns a relationship without its type; an ignored user stays ignored. */
export function ended(relationship: StoredRelationship): StoredRelationship {
  const { ignored } = relationship
  return { ...relationship, ...NO_DATA, ignored, type: RelationshipType.NONE, since: null }
}

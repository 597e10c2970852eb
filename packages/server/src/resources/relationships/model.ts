import type { Snowflake } from '@guildhall/protocol'
import type { RelationshipTable } from '../../kernel/store/game-tables.ts'

/** Relationship as one of its two users has it. */
export type StoredRelationship = Omit<RelationshipTable, 'data'>

/** `application_id` of relationships of the platform, which belong to no game. */
export const PLATFORM: Snowflake = 0n

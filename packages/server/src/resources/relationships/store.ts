import type { Snowflake } from '@guildhall/protocol'
import { RelationshipType } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import { PLATFORM, type StoredRelationship } from './model.ts'

/** Returns the relationship that a user has to another, of the platform or of a game. */
export async function findRelationship(
  session: StoreSession,
  { userId, otherId, applicationId }: { userId: Snowflake; otherId: Snowflake; applicationId: Snowflake },
): Promise<StoredRelationship | undefined> {
  return session.first(
    db
      .selectFrom('relationships')
      .select(['user_id', 'other_id', 'application_id', 'type', 'since'])
      .where('user_id', '=', userId)
      .where('other_id', '=', otherId)
      .where('application_id', '=', applicationId),
  )
}

/** Whether one of two users has blocked the other. */
export async function isBlockedBetween(session: StoreSession, one: Snowflake, other: Snowflake): Promise<boolean> {
  for (const [userId, otherId] of [
    [one, other],
    [other, one],
  ] as const) {
    const found = await findRelationship(session, { userId, otherId, applicationId: PLATFORM })
    if (found?.type === RelationshipType.BLOCKED) return true
  }
  return false
}

/** Whether two users are friends, on the platform or in a game. */
export async function areFriends(
  session: StoreSession,
  userId: Snowflake,
  otherId: Snowflake,
  applicationId: Snowflake,
): Promise<boolean> {
  for (const layer of new Set([PLATFORM, applicationId])) {
    const found = await findRelationship(session, { userId, otherId, applicationId: layer })
    if (found?.type === RelationshipType.FRIEND) return true
  }
  return false
}

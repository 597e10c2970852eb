import { RelationshipType, type Snowflake } from '@guildhall/protocol'
import { packBeside, unpack } from '../../../kernel/json.ts'
import type { RelationshipTable } from '../../../kernel/store/game-tables.ts'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import { NO_DATA, PLATFORM, type RelationshipData, type RelationshipKey, type StoredRelationship } from './model.ts'

const byKey = prepare<{ userId: Snowflake; otherId: Snowflake; applicationId: Snowflake }>()((slot) =>
  db
    .selectFrom('relationships')
    .selectAll()
    .where('user_id', '=', slot('userId'))
    .where('application_id', '=', slot('applicationId'))
    .where('other_id', '=', slot('otherId')),
)
const toOther = prepare<{ userId: Snowflake; otherId: Snowflake }>()((slot) =>
  db
    .selectFrom('relationships')
    .selectAll()
    .where('other_id', '=', slot('otherId'))
    .where('user_id', '=', slot('userId')),
)
const ofUser = prepare<{ userId: Snowflake }>()((slot) =>
  db.selectFrom('relationships').selectAll().where('user_id', '=', slot('userId')).orderBy('other_id'),
)
const inLayer = prepare<{ userId: Snowflake; applicationId: Snowflake }>()((slot) =>
  db
    .selectFrom('relationships')
    .selectAll()
    .where('user_id', '=', slot('userId'))
    .where('application_id', '=', slot('applicationId'))
    .orderBy('other_id'),
)

function relationshipOfRow({ data, ...columns }: RelationshipTable): StoredRelationship {
  return { ...columns, ...NO_DATA, ...unpack<Partial<RelationshipData>>(data) }
}

/** Returns the relationship that a user has to another, of the platform or of a game. */
export async function findRelationship(
  session: StoreSession,
  { userId, otherId, applicationId }: { userId: Snowflake; otherId: Snowflake; applicationId: Snowflake },
): Promise<StoredRelationship | undefined> {
  const row = await session.firstPrepared(byKey, { userId, otherId, applicationId })
  return row && relationshipOfRow(row)
}

/** Lists the relationships that a user has to another, of all layers. */
export async function listRelationshipsTo(
  session: StoreSession,
  userId: Snowflake,
  otherId: Snowflake,
): Promise<StoredRelationship[]> {
  return (await session.allPrepared(toOther, { userId, otherId })).map(relationshipOfRow)
}

/** Lists the relationships of a user of all layers, or of one layer. */
export async function listRelationships(
  session: StoreSession,
  userId: Snowflake,
  applicationId?: Snowflake,
): Promise<StoredRelationship[]> {
  const rows =
    applicationId === undefined
      ? await session.allPrepared(ofUser, { userId })
      : await session.allPrepared(inLayer, { userId, applicationId })
  return rows.map(relationshipOfRow)
}

/** Lists the relationships that other users have to a user, of all layers. */
export async function listRelationshipsOfOthers(
  session: StoreSession,
  otherId: Snowflake,
): Promise<StoredRelationship[]> {
  const rows = await session.all(
    db.selectFrom('relationships').selectAll().where('other_id', '=', otherId).orderBy('user_id'),
  )
  return rows.map(relationshipOfRow)
}

/** Lists the relationships of an application's game, of all its users. */
export async function listRelationshipsOfGame(
  session: StoreSession,
  applicationId: Snowflake,
): Promise<StoredRelationship[]> {
  const rows = await session.all(db.selectFrom('relationships').selectAll().where('application_id', '=', applicationId))
  return rows.map(relationshipOfRow)
}

/** Returns the numbers of relationships of a user in a layer, by type. */
export async function countRelationships(
  session: StoreSession,
  userId: Snowflake,
  applicationId: Snowflake,
): Promise<Map<number, number>> {
  const rows = await session.all(
    db
      .selectFrom('relationships')
      .select(['type', (eb) => eb.fn.countAll().as('total')])
      .where('user_id', '=', userId)
      .where('application_id', '=', applicationId)
      .groupBy('type'),
  )
  return new Map(rows.map(({ type, total }) => [type, Number(total)]))
}

/** Whether two users have a common friend on the platform. */
export async function haveCommonFriend(session: StoreSession, one: Snowflake, other: Snowflake): Promise<boolean> {
  return (await session.first(commonFriends(one, other).limit(1))) !== undefined
}

/** Lists the common friends of two users on the platform. */
export async function listCommonFriendIds(
  session: StoreSession,
  one: Snowflake,
  other: Snowflake,
  limit: number,
): Promise<Snowflake[]> {
  const rows = await session.all(commonFriends(one, other).orderBy('first.other_id').limit(limit))
  return rows.map(({ other_id }) => other_id)
}

function commonFriends(one: Snowflake, other: Snowflake) {
  return db
    .selectFrom('relationships as first')
    .innerJoin('relationships as second', 'second.other_id', 'first.other_id')
    .select('first.other_id')
    .where('first.user_id', '=', one)
    .where('first.application_id', '=', PLATFORM)
    .where('first.type', '=', RelationshipType.FRIEND)
    .where('second.user_id', '=', other)
    .where('second.application_id', '=', PLATFORM)
    .where('second.type', '=', RelationshipType.FRIEND)
}

/** Inserts or overwrites the relationship of one user. */
export async function putRelationship(session: StoreSession, relationship: StoredRelationship): Promise<void> {
  const { user_id, other_id, application_id, type, since, ...rest } = relationship
  const values = { type, since, data: packBeside(NO_DATA, rest) }
  await session.run(
    db
      .insertInto('relationships')
      .values({ user_id, other_id, application_id, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'application_id', 'other_id']).doUpdateSet(values)),
  )
}

/** Deletes the relationship of one user. */
export async function deleteRelationship(session: StoreSession, key: RelationshipKey): Promise<void> {
  await session.run(
    db
      .deleteFrom('relationships')
      .where('user_id', '=', key.user_id)
      .where('application_id', '=', key.application_id)
      .where('other_id', '=', key.other_id),
  )
}

/** Whether a user has blocked another. */
export async function hasBlocked(session: StoreSession, userId: Snowflake, otherId: Snowflake): Promise<boolean> {
  const found = await findRelationship(session, { userId, otherId, applicationId: PLATFORM })
  return found?.type === RelationshipType.BLOCKED
}

/** Whether one of two users has blocked the other. */
export async function isBlockedBetween(session: StoreSession, one: Snowflake, other: Snowflake): Promise<boolean> {
  return (await hasBlocked(session, one, other)) || (await hasBlocked(session, other, one))
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

import type { Snowflake } from '@guildhall/protocol'
import { pageOf } from '../../../kernel/store/page.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import { SERIES, type StoredInterest } from './model.ts'

/** Returns the response of a user. */
export async function findInterest(
  session: StoreSession,
  eventId: Snowflake,
  exceptionId: Snowflake,
  userId: Snowflake,
): Promise<StoredInterest | undefined> {
  return session.first(
    db
      .selectFrom('scheduled_event_users')
      .selectAll()
      .where('event_id', '=', eventId)
      .where('exception_id', '=', exceptionId)
      .where('user_id', '=', userId),
  )
}

/** Inserts the response of a user, or updates the existing one. */
export async function insertInterest(session: StoreSession, interest: StoredInterest): Promise<void> {
  await session.run(
    db
      .insertInto('scheduled_event_users')
      .values(interest)
      .onConflict((conflict) =>
        conflict.columns(['event_id', 'exception_id', 'user_id']).doUpdateSet({ response: interest.response }),
      ),
  )
}

/** Deletes the response of a user. */
export async function deleteInterest(
  session: StoreSession,
  eventId: Snowflake,
  exceptionId: Snowflake,
  userId: Snowflake,
): Promise<void> {
  await session.run(
    db
      .deleteFrom('scheduled_event_users')
      .where('event_id', '=', eventId)
      .where('exception_id', '=', exceptionId)
      .where('user_id', '=', userId),
  )
}

/** Deletes all responses to one occurrence. */
export async function deleteInterestIn(
  session: StoreSession,
  eventId: Snowflake,
  exceptionId: Snowflake,
): Promise<void> {
  await session.run(
    db.deleteFrom('scheduled_event_users').where('event_id', '=', eventId).where('exception_id', '=', exceptionId),
  )
}

/** Deletes all responses to occurrences before one. */
export async function deleteInterestBefore(
  session: StoreSession,
  eventId: Snowflake,
  before: Snowflake,
): Promise<void> {
  await session.run(
    db
      .deleteFrom('scheduled_event_users')
      .where('event_id', '=', eventId)
      .where('exception_id', '>', SERIES)
      .where('exception_id', '<', before),
  )
}

/**
 * Returns responses to a series (`SERIES`) or an occurrence, by ascending user id: the page before or after a user.
 */
export async function listInterest(
  session: StoreSession,
  eventId: Snowflake,
  exceptionId: Snowflake,
  page: { before: Snowflake | undefined; after: Snowflake | undefined; limit: number },
): Promise<StoredInterest[]> {
  let query = db
    .selectFrom('scheduled_event_users')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('exception_id', '=', exceptionId)
  // The list of a series has interested users only; the list of an occurrence has both responses.
  if (exceptionId === SERIES) query = query.where('response', '=', 1)
  const { before, after, limit } = page
  return pageOf(session, query, 'user_id', before === undefined ? { after, from: 'first', limit } : { before, limit })
}

/** Returns the numbers of interested users by `countKey` of event and occurrence. */
export async function countInterested(
  session: StoreSession,
  eventIds: readonly Snowflake[],
  exceptionIds: readonly Snowflake[] = [SERIES],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  if (eventIds.length === 0) return counts
  const rows = await session.all(
    db
      .selectFrom('scheduled_event_users')
      .select(['event_id', 'exception_id'])
      .select((eb) => eb.fn.countAll().as('total'))
      .where('event_id', 'in', [...eventIds])
      .where('exception_id', 'in', [...exceptionIds])
      .where('response', '=', 1)
      .groupBy(['event_id', 'exception_id']),
  )
  for (const row of rows) counts.set(countKey(row.event_id, row.exception_id), Number(row.total))
  return counts
}

/** Returns the key of an occurrence, or of a series, in the counts of interested users. */
export function countKey(eventId: Snowflake, exceptionId: Snowflake = SERIES): string {
  return `${eventId} ${exceptionId}`
}

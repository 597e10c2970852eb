import { ScheduledEventStatus, type Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../kernel/json.ts'
import type { ScheduledEventData, StoredScheduledEvent } from '../../kernel/model.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { ScheduledEventTable } from '../../kernel/store/tables.ts'

/** The series as a whole, where an occurrence could stand. */
export const SERIES = 0n

function eventOfRow({ data, ...columns }: ScheduledEventTable): StoredScheduledEvent {
  return { ...unpack<ScheduledEventData>(data), ...columns }
}

function rowOfEvent({ id, guild_id, status, ...data }: StoredScheduledEvent): ScheduledEventTable {
  return { id, guild_id, status, data: pack(data) }
}

/** Events to come and under way. */
export async function listOpen(session: StoreSession, guildId: Snowflake): Promise<StoredScheduledEvent[]> {
  const open = [ScheduledEventStatus.SCHEDULED, ScheduledEventStatus.ACTIVE]
  const rows = await session.all(
    db
      .selectFrom('scheduled_events')
      .selectAll()
      .where('guild_id', '=', guildId)
      .where('status', 'in', open)
      .orderBy('id'),
  )
  return rows.map(eventOfRow)
}

export async function listByIds(
  session: StoreSession,
  guildId: Snowflake,
  ids: readonly Snowflake[],
): Promise<StoredScheduledEvent[]> {
  if (ids.length === 0) return []
  const rows = await session.all(
    db
      .selectFrom('scheduled_events')
      .selectAll()
      .where('guild_id', '=', guildId)
      .where('id', 'in', [...ids]),
  )
  return rows.map(eventOfRow)
}

export async function find(session: StoreSession, id: Snowflake): Promise<StoredScheduledEvent | undefined> {
  const row = await session.first(db.selectFrom('scheduled_events').selectAll().where('id', '=', id))
  return row && eventOfRow(row)
}

export async function insert(session: StoreSession, event: StoredScheduledEvent): Promise<void> {
  await session.run(db.insertInto('scheduled_events').values(rowOfEvent(event)))
}

export async function update(session: StoreSession, event: StoredScheduledEvent): Promise<void> {
  await session.run(db.updateTable('scheduled_events').set(rowOfEvent(event)).where('id', '=', event.id))
}

export async function remove(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('scheduled_event_users').where('event_id', '=', id))
  await session.run(db.deleteFrom('scheduled_events').where('id', '=', id))
}

/** One user's word about an event or one occurrence of it. */
export interface Subscription {
  event_id: Snowflake
  exception_id: Snowflake
  user_id: Snowflake
  guild_id: Snowflake
  response: number
}

export async function findUser(
  session: StoreSession,
  eventId: Snowflake,
  exceptionId: Snowflake,
  userId: Snowflake,
): Promise<Subscription | undefined> {
  return session.first(
    db
      .selectFrom('scheduled_event_users')
      .selectAll()
      .where('event_id', '=', eventId)
      .where('exception_id', '=', exceptionId)
      .where('user_id', '=', userId),
  )
}

export async function putUser(session: StoreSession, subscription: Subscription): Promise<void> {
  await session.run(
    db
      .insertInto('scheduled_event_users')
      .values(subscription)
      .onConflict((conflict) =>
        conflict.columns(['event_id', 'exception_id', 'user_id']).doUpdateSet({ response: subscription.response }),
      ),
  )
}

/** True if there was one. */
export async function removeUser(
  session: StoreSession,
  eventId: Snowflake,
  exceptionId: Snowflake,
  userId: Snowflake,
): Promise<boolean> {
  const removed = await session.run(
    db
      .deleteFrom('scheduled_event_users')
      .where('event_id', '=', eventId)
      .where('exception_id', '=', exceptionId)
      .where('user_id', '=', userId),
  )
  return removed > 0
}

/** What was said of one occurrence, which is no more. */
export async function removeUsersOf(session: StoreSession, eventId: Snowflake, exceptionId: Snowflake): Promise<void> {
  await session.run(
    db.deleteFrom('scheduled_event_users').where('event_id', '=', eventId).where('exception_id', '=', exceptionId),
  )
}

/** What was said of occurrences that are over. */
export async function removeUsersBefore(session: StoreSession, eventId: Snowflake, before: Snowflake): Promise<void> {
  await session.run(
    db
      .deleteFrom('scheduled_event_users')
      .where('event_id', '=', eventId)
      .where('exception_id', '>', SERIES)
      .where('exception_id', '<', before),
  )
}

/** Who is interested in a series (0) or an occurrence: by ascending user id, the page before or after a user. */
export async function pageUsers(
  session: StoreSession,
  eventId: Snowflake,
  exceptionId: Snowflake,
  page: { before: Snowflake | undefined; after: Snowflake | undefined; limit: number },
): Promise<Subscription[]> {
  let query = db
    .selectFrom('scheduled_event_users')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('exception_id', '=', exceptionId)
  // Of a series those are listed who come; of an occurrence also who does not come to it.
  if (exceptionId === SERIES) query = query.where('response', '=', 1)
  if (page.before !== undefined) query = query.where('user_id', '<', page.before)
  else if (page.after !== undefined) query = query.where('user_id', '>', page.after)
  const backwards = page.before !== undefined
  const rows = await session.all(query.orderBy('user_id', backwards ? 'desc' : 'asc').limit(page.limit))
  return backwards ? rows.reverse() : rows
}

/** How many are interested, by event and occurrence (0 for the series). */
export async function countUsers(
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

export const countKey = (eventId: Snowflake, exceptionId: Snowflake = SERIES): string => `${eventId} ${exceptionId}`

import { ScheduledEventStatus, type Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { ScheduledEventData, StoredScheduledEvent } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { ScheduledEventTable } from '../../../kernel/store/tables.ts'

function eventOfRow({ data, ...columns }: ScheduledEventTable): StoredScheduledEvent {
  return { ...unpack<ScheduledEventData>(data), ...columns }
}

function rowOfEvent({ id, guild_id, status, ...data }: StoredScheduledEvent): ScheduledEventTable {
  return { id, guild_id, status, data: pack(data) }
}

/** Returns the scheduled and active events of a guild. */
export async function listScheduledEvents(session: StoreSession, guildId: Snowflake): Promise<StoredScheduledEvent[]> {
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

/** Returns the events of a guild with the given ids, finished ones included. */
export async function listScheduledEventsById(
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

/** Returns an event. Finished ones are kept as long as the audit log. */
export async function findScheduledEvent(
  session: StoreSession,
  id: Snowflake,
): Promise<StoredScheduledEvent | undefined> {
  const row = await session.first(db.selectFrom('scheduled_events').selectAll().where('id', '=', id))
  return row && eventOfRow(row)
}

/** Inserts an event. */
export async function insertScheduledEvent(session: StoreSession, event: StoredScheduledEvent): Promise<void> {
  await session.run(db.insertInto('scheduled_events').values(rowOfEvent(event)))
}

/** Updates an event. */
export async function updateScheduledEvent(session: StoreSession, event: StoredScheduledEvent): Promise<void> {
  await session.run(db.updateTable('scheduled_events').set(rowOfEvent(event)).where('id', '=', event.id))
}

/** Deletes an event with the responses of users. */
export async function deleteScheduledEvent(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('scheduled_event_users').where('event_id', '=', id))
  await session.run(db.deleteFrom('scheduled_events').where('id', '=', id))
}

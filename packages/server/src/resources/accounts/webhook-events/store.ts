import type { Instant, Snowflake } from '@guildhall/protocol'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { QueueHead, QueueKey, StoredWebhookEvent, WebhookEventQueue } from './model.ts'

type Values<T> = { [K in keyof T]: T[K] }

const raiseTail = prepare<{ application_id: Snowflake; user_id: Snowflake; due_at: Instant }>()((slot) =>
  db
    .insertInto('webhook_event_queues')
    .values({
      application_id: slot('application_id'),
      user_id: slot('user_id'),
      head: 0,
      tail: 1,
      due_at: slot('due_at'),
      attempts: 0,
      failing_since: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['application_id', 'user_id'])
        .doUpdateSet((eb) => ({ tail: eb('webhook_event_queues.tail', '+', 1) })),
    )
    .returning('tail'),
)

const insertEvent = prepare<Values<StoredWebhookEvent>>()((slot) =>
  db.insertInto('webhook_events').values({
    application_id: slot('application_id'),
    user_id: slot('user_id'),
    sequence: slot('sequence'),
    type: slot('type'),
    created_at: slot('created_at'),
    data: slot('data'),
  }),
)

/** Appends an event to the queue of its user. The lock on the queue's row until the commit orders the events. */
export async function appendEvent(session: StoreSession, event: Omit<StoredWebhookEvent, 'sequence'>): Promise<void> {
  const { application_id, user_id, created_at } = event
  const queue = await session.firstPrepared(raiseTail, { application_id, user_id, due_at: created_at })
  const sequence = (queue?.tail ?? 1) - 1
  await session.sendPrepared(insertEvent, { ...event, sequence })
}

interface DueValues {
  application_id: Snowflake
  now: Instant
  limit: number
}

/** Returns the statement for due queues with their first events. Each kind of queue has an index. */
const dueHeads = (failing: 'is' | 'is not') =>
  prepare<DueValues>()((slot) =>
    db
      .selectFrom('webhook_event_queues as queue')
      .innerJoin('webhook_events as event', (join) =>
        join
          .onRef('event.application_id', '=', 'queue.application_id')
          .onRef('event.user_id', '=', 'queue.user_id')
          .onRef('event.sequence', '=', 'queue.head'),
      )
      .select(['queue.application_id', 'queue.user_id', 'queue.tail', 'queue.due_at', 'queue.attempts'])
      .select('queue.failing_since')
      .select(['event.sequence', 'event.type', 'event.created_at', 'event.data'])
      .where('queue.application_id', '=', slot('application_id'))
      .where('queue.failing_since', failing, null)
      .where('queue.due_at', '<=', slot('now'))
      .orderBy('queue.due_at')
      .limit(slot('limit')),
  )
const dueFresh = dueHeads('is')
const dueFailing = dueHeads('is not')

/** Lists first events that no attempt was made for, those that wait longest first. */
export function listFreshHeads(session: StoreSession, values: DueValues): Promise<QueueHead[]> {
  return session.allPrepared(dueFresh, values)
}

/** Lists first events whose next attempt is due, those that are due longest first. */
export function listFailingHeads(session: StoreSession, values: DueValues): Promise<QueueHead[]> {
  return session.allPrepared(dueFailing, values)
}

/** Returns the time after `now` at which the first failing queue of an application is due. */
export async function findNextRetry(
  session: StoreSession,
  applicationId: Snowflake,
  now: Instant,
): Promise<Instant | undefined> {
  const row = await session.first(
    db
      .selectFrom('webhook_event_queues')
      .select('due_at')
      .where('application_id', '=', applicationId)
      .where('failing_since', 'is not', null)
      .where('due_at', '>', now)
      .orderBy('due_at')
      .limit(1),
  )
  return row?.due_at
}

/** Returns the application with the lowest id above `after` that has a queue. The step reads one row of an index. */
export async function findNextApplication(session: StoreSession, after: Snowflake): Promise<Snowflake | undefined> {
  const row = await session.first(
    db
      .selectFrom('webhook_event_queues')
      .select('application_id')
      .where('application_id', '>', after)
      .orderBy('application_id')
      .limit(1),
  )
  return row?.application_id
}

const advanceHead = prepare<{ application_id: Snowflake; user_id: Snowflake; sequence: number; now: Instant }>()(
  (slot) =>
    db
      .updateTable('webhook_event_queues')
      .set((eb) => ({ head: eb('head', '+', 1), due_at: slot('now'), attempts: 0, failing_since: null }))
      .where('application_id', '=', slot('application_id'))
      .where('user_id', '=', slot('user_id'))
      .where('head', '=', slot('sequence'))
      .returning(['head', 'tail']),
)
const deleteEvent = prepare<{ application_id: Snowflake; user_id: Snowflake; sequence: number }>()((slot) =>
  db
    .deleteFrom('webhook_events')
    .where('application_id', '=', slot('application_id'))
    .where('user_id', '=', slot('user_id'))
    .where('sequence', '=', slot('sequence')),
)
const deleteEmptyQueue = prepare<Values<QueueKey>>()((slot) =>
  db
    .deleteFrom('webhook_event_queues')
    .where('application_id', '=', slot('application_id'))
    .where('user_id', '=', slot('user_id'))
    .whereRef('head', '=', 'tail'),
)

/** Removes the first event of a queue, and the queue with its last event. Does nothing if another event is first. */
export async function removeHead(
  session: StoreSession,
  key: QueueKey & { readonly sequence: number },
  now: Instant,
): Promise<void> {
  const { application_id, user_id, sequence } = key
  const queue = await session.firstPrepared(advanceHead, { application_id, user_id, sequence, now })
  if (!queue) return
  await session.sendPrepared(deleteEvent, { application_id, user_id, sequence })
  if (queue.head === queue.tail) await session.sendPrepared(deleteEmptyQueue, { application_id, user_id })
}

/** Returns the queue whose first event has that sequence number. */
export function findQueueAt(
  session: StoreSession,
  { application_id, user_id, sequence }: QueueKey & { readonly sequence: number },
): Promise<WebhookEventQueue | undefined> {
  return session.first(
    db
      .selectFrom('webhook_event_queues')
      .selectAll()
      .where('application_id', '=', application_id)
      .where('user_id', '=', user_id)
      .where('head', '=', sequence),
  )
}

/** Sets when and after which attempts the first event of a queue is due. */
export async function updateQueue(
  session: StoreSession,
  { application_id, user_id }: QueueKey,
  values: Pick<WebhookEventQueue, 'attempts' | 'failing_since' | 'due_at'>,
): Promise<void> {
  await session.run(
    db
      .updateTable('webhook_event_queues')
      .set(values)
      .where('application_id', '=', application_id)
      .where('user_id', '=', user_id),
  )
}

/** Makes all failing queues of an application due. */
export async function makeRetriesDue(session: StoreSession, applicationId: Snowflake, now: Instant): Promise<void> {
  await session.run(
    db
      .updateTable('webhook_event_queues')
      .set({ due_at: now })
      .where('application_id', '=', applicationId)
      .where('failing_since', 'is not', null)
      .where('due_at', '>', now),
  )
}

/** Returns the number of events that wait for an application. */
export async function countEvents(session: StoreSession, applicationId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('webhook_event_queues')
      .select((eb) => eb.fn.sum<number>(eb('tail', '-', eb.ref('head'))).as('count'))
      .where('application_id', '=', applicationId),
  )
  return Number(row?.count ?? 0)
}

/** Lists first events whose delivery failed, those that fail longest first. */
export function listFailedHeads(session: StoreSession, applicationId: Snowflake, limit: number) {
  return session.all(
    db
      .selectFrom('webhook_event_queues as queue')
      .innerJoin('webhook_events as event', (join) =>
        join
          .onRef('event.application_id', '=', 'queue.application_id')
          .onRef('event.user_id', '=', 'queue.user_id')
          .onRef('event.sequence', '=', 'queue.head'),
      )
      .select(['event.type', 'event.created_at', 'queue.attempts', 'queue.due_at', 'queue.failing_since'])
      .where('queue.application_id', '=', applicationId)
      .where('queue.failing_since', 'is not', null)
      .orderBy('queue.failing_since')
      .limit(limit),
  )
}

/** Lists queues of an application with the number of their events. */
export function listQueueSizes(
  session: StoreSession,
  applicationId: Snowflake,
  limit: number,
): Promise<{ user_id: Snowflake; size: number }[]> {
  return session.all(
    db
      .selectFrom('webhook_event_queues')
      .select((eb) => ['user_id', eb('tail', '-', eb.ref('head')).as('size')])
      .where('application_id', '=', applicationId)
      .orderBy('user_id')
      .limit(limit),
  )
}

/** Deletes queues of an application with their events. The queues go first: their lock keeps new events out. */
export async function deleteQueues(
  session: StoreSession,
  applicationId: Snowflake,
  userIds: readonly Snowflake[],
): Promise<void> {
  for (const table of ['webhook_event_queues', 'webhook_events'] as const)
    await session.run(db.deleteFrom(table).where('application_id', '=', applicationId).where('user_id', 'in', userIds))
}

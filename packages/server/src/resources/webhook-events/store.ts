import type { Instant, Snowflake } from '@guildhall/protocol'
import { db, prepare } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { StoredWebhookEvent } from './model.ts'

type NewEvent = Omit<StoredWebhookEvent, 'sequence'>

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

const insertEvent = prepare<{ [K in keyof StoredWebhookEvent]: StoredWebhookEvent[K] }>()((slot) =>
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
export async function appendEvent(session: StoreSession, event: NewEvent): Promise<void> {
  const { application_id, user_id, created_at } = event
  const queue = await session.firstPrepared(raiseTail, { application_id, user_id, due_at: created_at })
  const sequence = (queue?.tail ?? 1) - 1
  await session.sendPrepared(insertEvent, { ...event, sequence })
}

import assert from 'node:assert/strict'
import type { ScheduledEventObject } from '@guildhall/protocol'
import type { StoredScheduledEvent } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { listUsers } from '../users/index.ts'
import { presentScheduledEvent } from './present.ts'
import * as store from './store.ts'

/** Returns scheduled event objects with their creators, and with the number of interested users if `counts` is set. */
export async function loadEventObjects(
  work: Work,
  events: readonly StoredScheduledEvent[],
  options: { counts: boolean },
): Promise<ScheduledEventObject[]> {
  const creators = await listUsers(
    work,
    events.flatMap((event) => event.creator_id ?? []),
  )
  const ids = events.map((event) => event.id)
  const counts = options.counts ? await store.countUsers(work, ids) : null
  return events.map((event) => {
    const creator = creators.get(event.creator_id ?? 0n)
    return presentScheduledEvent(event, {
      ...(creator && { creator }),
      ...(counts && { users: counts.get(store.countKey(event.id)) ?? 0 }),
    })
  })
}

/** Returns one scheduled event object with its creator, and with the number of interested users if `counts` is set. */
export async function loadEventObject(
  work: Work,
  event: StoredScheduledEvent,
  options: { counts: boolean },
): Promise<ScheduledEventObject> {
  const [object] = await loadEventObjects(work, [event], options)
  assert(object, 'one event gives one object')
  return object
}

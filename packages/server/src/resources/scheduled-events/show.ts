import type { ScheduledEvent } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { listUsers } from '../users/index.ts'
import { presentScheduledEvent } from './present.ts'
import * as store from './store.ts'

/** Events with who made them, and with how many are interested where that is asked for. */
export async function showEvents(
  work: Work,
  events: readonly ScheduledEvent[],
  options: { counts: boolean },
): Promise<Record<string, unknown>[]> {
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

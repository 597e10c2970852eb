import { ScheduledEventUserCountObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { List, Optional, SnowflakeId, Type } from '../../../validation/schema.ts'
import { visibleEvent } from '../manage.ts'
import { EventPath } from '../params.ts'
import * as store from '../store.ts'

const ASKED_MAX = 10

/** Get Guild Scheduled Event User Counts: of the series, and of the occurrences asked for. */
export const countGuildScheduledEventUsers = operation({
  id: 'count_guild_scheduled_event_users',
  method: 'GET',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/users/counts',
  callers: ['bot', 'person'],
  params: EventPath,
  query: Type.Object({ guild_scheduled_event_exception_ids: Optional(List(SnowflakeId, 0, ASKED_MAX)) }),
  responses: { 200: ScheduledEventUserCountObject },

  async run({ caller, params, query, work }) {
    const { event } = await visibleEvent(work, caller, params)
    const asked = query.guild_scheduled_event_exception_ids ?? []
    const counts = await store.countUsers(work, [event.id], [store.SERIES, ...asked])
    const count = (id: bigint) => counts.get(store.countKey(event.id, id)) ?? 0
    return {
      guild_scheduled_event_count: count(store.SERIES),
      guild_scheduled_event_exception_counts: Object.fromEntries(asked.map((id) => [id.toString(), count(id)])),
    }
  },
})

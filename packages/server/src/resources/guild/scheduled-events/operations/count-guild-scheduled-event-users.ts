import { ScheduledEventUserCountObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { List, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { eventForCaller } from '../actions/load.ts'
import { SERIES } from '../model.ts'
import { EventPath } from '../requests.ts'
import { countInterested, countKey } from '../user-store.ts'

const REQUESTED_MAX = 10

/** Get Guild Scheduled Event User Counts of the series and of the requested occurrences. */
export const countGuildScheduledEventUsers = operation({
  id: 'count_guild_scheduled_event_users',
  method: 'GET',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/users/counts',
  callers: ['bot', 'person'],
  params: EventPath,
  query: Type.Object({ guild_scheduled_event_exception_ids: Optional(List(SnowflakeId, 0, REQUESTED_MAX)) }),
  responses: { 200: ScheduledEventUserCountObject },

  async run({ caller, params, query, work }) {
    const { event } = await eventForCaller(work, caller, params)
    const requested = query.guild_scheduled_event_exception_ids ?? []
    const counts = await countInterested(work, [event.id], [SERIES, ...requested])
    const count = (id: bigint) => counts.get(countKey(event.id, id)) ?? 0
    return {
      guild_scheduled_event_count: count(SERIES),
      guild_scheduled_event_exception_counts: Object.fromEntries(requested.map((id) => [id.toString(), count(id)])),
    }
  },
})

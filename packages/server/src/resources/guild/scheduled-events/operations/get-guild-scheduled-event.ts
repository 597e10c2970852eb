import { ScheduledEventObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, Type } from '../../../../validation/schema.ts'
import { eventForCaller, loadEventObject } from '../actions/load.ts'
import { EventPath } from '../requests.ts'

/** Get Guild Scheduled Event, also a finished one. */
export const getGuildScheduledEvent = operation({
  id: 'get_guild_scheduled_event',
  method: 'GET',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id',
  callers: ['bot', 'person'],
  params: EventPath,
  query: Type.Object({ with_user_count: Optional(Type.Boolean()) }),
  responses: { 200: ScheduledEventObject },

  async run({ caller, params, query, work }) {
    const { event } = await eventForCaller(work, caller, params)
    return loadEventObject(work, event, { counts: query.with_user_count ?? false })
  },
})

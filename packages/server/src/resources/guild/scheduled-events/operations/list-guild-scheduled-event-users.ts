import { ScheduledEventUserObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { eventForCaller } from '../actions/load.ts'
import { listInterested } from '../actions/respond.ts'
import { SERIES } from '../model.ts'
import { EventPath, UsersQuery } from '../requests.ts'

/** Get Guild Scheduled Event Users. */
export const listGuildScheduledEventUsers = operation({
  id: 'list_guild_scheduled_event_users',
  method: 'GET',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/users',
  callers: ['bot', 'person'],
  params: EventPath,
  query: UsersQuery,
  responses: { 200: Type.Array(ScheduledEventUserObject) },

  async run({ caller, params, query, work }) {
    const { event } = await eventForCaller(work, caller, params)
    return listInterested(work, event, SERIES, query)
  },
})

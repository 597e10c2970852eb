import { ScheduledEventUserObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { eventForCaller } from '../actions/load.ts'
import { checkOccurrence, listInterested } from '../actions/respond.ts'
import { EventPath, UsersQuery } from '../requests.ts'

/** Get Guild Scheduled Event Exception Users: responses to one occurrence, also of users who are not interested. */
export const listGuildScheduledEventExceptionUsers = operation({
  id: 'list_guild_scheduled_event_exception_users',
  method: 'GET',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/:guild_scheduled_event_exception_id/users',
  callers: ['bot', 'person'],
  params: Type.Object({ ...EventPath.properties, guild_scheduled_event_exception_id: SnowflakeId }),
  query: UsersQuery,
  responses: { 200: Type.Array(ScheduledEventUserObject) },

  async run({ caller, params, query, work }) {
    const { event } = await eventForCaller(work, caller, params)
    checkOccurrence(event, params.guild_scheduled_event_exception_id)
    return listInterested(work, event, params.guild_scheduled_event_exception_id, query)
  },
})

import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { withdrawResponse } from '../actions/respond.ts'
import { EventPath } from '../requests.ts'

/** Removes a person's interest in an event, for their own client. */
export const unsubscribeScheduledEvent = operation({
  id: 'unsubscribe_scheduled_event',
  method: 'DELETE',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/users/@me',
  callers: ['person'],
  unlisted: true,
  params: EventPath,
  responses: { 204: NoContent },

  run: ({ caller, params, work }) => withdrawResponse(work, caller, params, null),
})

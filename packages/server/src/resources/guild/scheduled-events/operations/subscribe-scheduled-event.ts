import { ScheduledEventUserObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { OneOf, Optional, Type } from '../../../../validation/schema.ts'
import { respond } from '../actions/respond.ts'
import { EventPath } from '../requests.ts'

/** Marks a person as interested in an event, for their own client. */
export const subscribeScheduledEvent = operation({
  id: 'subscribe_scheduled_event',
  method: 'PUT',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/users/@me',
  callers: ['person'],
  unlisted: true,
  params: EventPath,
  body: Optional(Type.Object({ response: Optional(OneOf(1)) })),
  responses: { 200: ScheduledEventUserObject },

  run: ({ caller, params, work }) => respond(work, caller, params, { occurrence: null, response: 1 }),
})

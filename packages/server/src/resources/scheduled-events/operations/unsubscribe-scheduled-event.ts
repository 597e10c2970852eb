import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { EventPath } from '../params.ts'
import { withdrawResponse } from '../users.ts'

/** A person is interested no more. */
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

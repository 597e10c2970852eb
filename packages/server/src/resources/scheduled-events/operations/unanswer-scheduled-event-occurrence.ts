import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { ExceptionPath } from '../params.ts'
import { withdrawResponse } from '../users.ts'

/** A person says nothing of one occurrence any more: what they said of the series holds. */
export const unanswerScheduledEventOccurrence = operation({
  id: 'unanswer_scheduled_event_occurrence',
  method: 'DELETE',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/:exception_id/users/@me',
  callers: ['person'],
  unlisted: true,
  params: ExceptionPath,
  responses: { 204: NoContent },

  run: ({ caller, params, work }) => withdrawResponse(work, caller, params, params.exception_id),
})

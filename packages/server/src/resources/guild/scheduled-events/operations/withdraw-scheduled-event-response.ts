import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { withdrawResponse } from '../actions/respond.ts'
import { ExceptionPath } from '../requests.ts'

/** Deletes a person's response to one occurrence; their response to the series applies again. */
export const withdrawScheduledEventResponse = operation({
  id: 'withdraw_scheduled_event_response',
  method: 'DELETE',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/:exception_id/users/@me',
  callers: ['person'],
  unlisted: true,
  params: ExceptionPath,
  responses: { 204: NoContent },

  run: ({ caller, params, work }) => withdrawResponse(work, caller, params, params.exception_id),
})

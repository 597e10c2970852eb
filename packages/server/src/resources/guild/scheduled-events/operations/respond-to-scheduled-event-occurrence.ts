import { ScheduledEventUserObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { OneOf, Type } from '../../../../validation/schema.ts'
import { respond } from '../actions/respond.ts'
import { ExceptionPath } from '../requests.ts'

/** Stores a person's response to one occurrence: 1 for interested, 0 for not. It overrides that to the series. */
export const respondToScheduledEventOccurrence = operation({
  id: 'respond_to_scheduled_event_occurrence',
  method: 'PUT',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/:exception_id/users/@me',
  callers: ['person'],
  unlisted: true,
  params: ExceptionPath,
  body: Type.Object({ response: OneOf(0, 1) }),
  responses: { 200: ScheduledEventUserObject },

  run: ({ caller, params, body, work }) =>
    respond(work, caller, params, { occurrence: params.exception_id, response: body.response }),
})

import { ScheduledEventUserObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { OneOf, Type } from '../../../validation/schema.ts'
import { ExceptionPath } from '../params.ts'
import { respond } from '../users.ts'

/** A person comes to one occurrence (1), or does not (0), whatever they said of the series. */
export const answerScheduledEventOccurrence = operation({
  id: 'answer_scheduled_event_occurrence',
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

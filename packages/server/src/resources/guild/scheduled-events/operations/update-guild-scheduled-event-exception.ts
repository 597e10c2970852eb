import { ScheduledEventExceptionObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { OptionalNullable, Timestamp, Type } from '../../../../validation/schema.ts'
import { changesBetween } from '../../audit-log/index.ts'
import { eventToChange, getException } from '../actions/load.ts'
import { saveException } from '../actions/save.ts'
import { withException } from '../model.ts'
import { AUDITED_OF_EXCEPTIONS, presentException } from '../present.ts'
import { checkExceptionTimes, ExceptionPath } from '../requests.ts'

/** Modify Guild Scheduled Event Exception. A null time is that of the rule. */
export const updateGuildScheduledEventException = operation({
  id: 'update_guild_scheduled_event_exception',
  method: 'PATCH',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/exceptions/:exception_id',
  callers: ['bot', 'person'],
  params: ExceptionPath,
  body: Type.Object({
    scheduled_start_time: OptionalNullable(Timestamp),
    scheduled_end_time: OptionalNullable(Timestamp),
    is_canceled: OptionalNullable(Type.Boolean()),
  }),
  responses: { 200: ScheduledEventExceptionObject },

  async run({ caller, params, body, work }) {
    const { view, event } = await eventToChange(work, caller, params)
    const before = getException(event, params.exception_id)
    const { scheduled_start_time = before.scheduled_start_time, scheduled_end_time = before.scheduled_end_time } = body
    const is_canceled = body.is_canceled ?? before.is_canceled
    const exception = { ...before, scheduled_start_time, scheduled_end_time, is_canceled }
    checkExceptionTimes(event, exception, work.now)
    const object = presentException(event, exception)
    const changes = changesBetween(presentException(event, before), object, AUDITED_OF_EXCEPTIONS)
    if (changes.length > 0)
      await saveException(work, view, withException(event, exception), { kind: 'update', exception, changes })
    return object
  },
})

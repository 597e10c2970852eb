import {
  ApiError,
  invalidForm,
  SCHEDULED_EVENT_EXCEPTIONS_MAX,
  ScheduledEventExceptionObject,
  snowflakeAt,
} from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { OptionalNullable, Timestamp, Type } from '../../../../validation/schema.ts'
import { changesBetween } from '../../audit-log/index.ts'
import { eventToChange } from '../actions/load.ts'
import { saveException } from '../actions/save.ts'
import { occursAt, withException } from '../model.ts'
import { AUDITED_OF_EXCEPTIONS, presentException } from '../present.ts'
import { checkExceptionTimes, EventPath } from '../requests.ts'

const ORIGINAL = ['original_scheduled_start_time']

/** Create Guild Scheduled Event Exception, which moves or cancels one occurrence. */
export const createGuildScheduledEventException = operation({
  id: 'create_guild_scheduled_event_exception',
  method: 'POST',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/exceptions',
  callers: ['bot', 'person'],
  params: EventPath,
  body: Type.Object({
    original_scheduled_start_time: Timestamp,
    scheduled_start_time: OptionalNullable(Timestamp),
    scheduled_end_time: OptionalNullable(Timestamp),
    is_canceled: OptionalNullable(Type.Boolean()),
  }),
  responses: { 200: ScheduledEventExceptionObject },

  async run({ caller, params, body, work }) {
    const { view, event } = await eventToChange(work, caller, params)
    const original = body.original_scheduled_start_time
    if (!occursAt(event, original))
      throw invalidForm(ORIGINAL, 'GUILD_SCHEDULED_EVENT_NO_OCCURRENCE', 'The event has no occurrence at this time.')
    const exception = {
      id: snowflakeAt(original),
      original_scheduled_start_time: original,
      scheduled_start_time: body.scheduled_start_time ?? null,
      scheduled_end_time: body.scheduled_end_time ?? null,
      is_canceled: body.is_canceled ?? false,
    }
    if (event.exceptions.some((one) => one.id === exception.id))
      throw invalidForm(ORIGINAL, 'GUILD_SCHEDULED_EVENT_EXCEPTION_EXISTS', 'This occurrence already has an exception.')
    if (event.exceptions.length >= SCHEDULED_EVENT_EXCEPTIONS_MAX) throw new ApiError('TOO_MANY_SCHEDULED_EVENTS')
    checkExceptionTimes(event, exception, work.now)
    const object = presentException(event, exception)
    const changes = changesBetween({}, object, AUDITED_OF_EXCEPTIONS)
    await saveException(work, view, withException(event, exception), { kind: 'create', exception, changes })
    return object
  },
})

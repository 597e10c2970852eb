import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { changesBetween } from '../../audit-log/index.ts'
import { eventToChange, getException } from '../actions/load.ts'
import { saveException } from '../actions/save.ts'
import { AUDITED_OF_EXCEPTIONS, presentException } from '../present.ts'
import { ExceptionPath } from '../requests.ts'

/** Delete Guild Scheduled Event Exception. The occurrence has the time of its rule again. */
export const deleteGuildScheduledEventException = operation({
  id: 'delete_guild_scheduled_event_exception',
  method: 'DELETE',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/exceptions/:exception_id',
  callers: ['bot', 'person'],
  params: ExceptionPath,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view, event } = await eventToChange(work, caller, params)
    const exception = getException(event, params.exception_id)
    const exceptions = event.exceptions.filter((one) => one.id !== exception.id)
    const changes = changesBetween(presentException(event, exception), {}, AUDITED_OF_EXCEPTIONS)
    await saveException(work, view, { ...event, exceptions }, { kind: 'delete', exception, changes })
  },
})

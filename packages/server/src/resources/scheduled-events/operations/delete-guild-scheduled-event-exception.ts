import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../kernel/schema.ts'
import { changesBetween } from '../../audit-log/index.ts'
import { changeableEvent, exceptionOf, saveException } from '../exceptions.ts'
import { ExceptionPath } from '../params.ts'
import { presentException } from '../present.ts'

/** Delete Guild Scheduled Event Exception: the occurrence is again as the rule has it. */
export const deleteGuildScheduledEventException = operation({
  id: 'delete_guild_scheduled_event_exception',
  method: 'DELETE',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id/exceptions/:exception_id',
  callers: ['bot', 'person'],
  params: ExceptionPath,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view, event } = await changeableEvent(work, caller, params)
    const exception = exceptionOf(event, params.exception_id)
    const exceptions = event.exceptions.filter((one) => one.id !== exception.id)
    const keys = ['scheduled_start_time', 'scheduled_end_time', 'is_canceled']
    const changes = changesBetween(presentException(event, exception), {}, keys)
    await saveException(work, view, { ...event, exceptions }, { kind: 'delete', exception, changes })
  },
})

import { demand } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { eventForCaller } from '../actions/load.ts'
import { deleteEvent } from '../actions/save.ts'
import { EventPath } from '../requests.ts'
import { mayChange } from '../rules.ts'

/** Delete Guild Scheduled Event. */
export const deleteGuildScheduledEvent = operation({
  id: 'delete_guild_scheduled_event',
  method: 'DELETE',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id',
  callers: ['bot', 'person'],
  params: EventPath,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { event, eventPermissions, view } = await eventForCaller(work, caller, params)
    demand(mayChange(eventPermissions, event.entity_type, event.creator_id === caller.userId))
    await deleteEvent(work, view, event)
  },
})

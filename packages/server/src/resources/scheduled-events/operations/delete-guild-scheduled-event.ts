import { AuditLogAction, demand } from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { audit } from '../../audit-log/index.ts'
import { removeImage } from '../../files/index.ts'
import { guildScheduledEventDelete } from '../events.ts'
import { auditedEvent, closeStageOf, visibleEvent } from '../manage.ts'
import { EventPath } from '../params.ts'
import { mayChange } from '../rules.ts'
import * as store from '../store.ts'

/** Delete Guild Scheduled Event. */
export const deleteGuildScheduledEvent = operation({
  id: 'delete_guild_scheduled_event',
  method: 'DELETE',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id',
  callers: ['bot', 'person'],
  params: EventPath,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { event, inPlace, view } = await visibleEvent(work, caller, params)
    demand(mayChange(inPlace, event.entity_type, event.creator_id === caller.userId))
    await store.remove(work, event.id)
    await removeImage(work, `guild-events/${event.id}`, event.image)
    await closeStageOf(work, view, event, null)
    await work.cancel('scheduled-event', event.id.toString())
    work.emit(guildScheduledEventDelete, guildTopic(view.id), event)
    const changes = auditedEvent(event, 'old_value')
    const action = AuditLogAction.GUILD_SCHEDULED_EVENT_DELETE
    await audit(work, { guildId: view.id, action, targetId: event.id, changes })
  },
})

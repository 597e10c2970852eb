import { ApiError, demand, ScheduledEventObject, ScheduledEventStatus } from '@guildhall/protocol'
import { pack } from '../../../../kernel/json.ts'
import { operation } from '../../../../kernel/operation.ts'
import { storeImage } from '../../../accounts/files/index.ts'
import { checkChannel, eventForCaller, loadEventObject, permissionsAt } from '../actions/load.ts'
import { saveEvent } from '../actions/save.ts'
import { withStage } from '../actions/stages.ts'
import { withoutStaleExceptions, withStatus } from '../model.ts'
import { faultsOfRule } from '../recurrence.ts'
import { applyEventRequest, checkStatus, EventPath, PatchBody, requestedRule } from '../requests.ts'
import { faultsOf, mayChange } from '../rules.ts'

/** Modify Guild Scheduled Event. A new status starts, ends or cancels it. */
export const updateGuildScheduledEvent = operation({
  id: 'update_guild_scheduled_event',
  method: 'PATCH',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id',
  callers: ['bot', 'person'],
  params: EventPath,
  body: PatchBody,
  responses: { 200: ScheduledEventObject },

  async run({ caller, params, body, work, platform }) {
    const { event, eventPermissions, ...guild } = await eventForCaller(work, caller, params)
    const own = event.creator_id === caller.userId
    demand(mayChange(eventPermissions, event.entity_type, own))
    checkStatus(event.status, body.status ?? event.status)
    const { image, ...fields } = body
    const edited = withoutStaleExceptions(applyEventRequest(event, fields))
    const faults = faultsOf(edited, work.now, event)
    if (body.recurrence_rule) faults.merge(faultsOfRule(requestedRule(body.recurrence_rule)), ['recurrence_rule'])
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    if (edited.channel_id !== event.channel_id || edited.entity_type !== event.entity_type) {
      checkChannel(work, guild, edited)
      demand(mayChange(permissionsAt(work, guild, edited.channel_id), edited.entity_type, own))
    }
    const location = { folder: `guild-events/${event.id}`, before: event.image }
    if (image !== undefined) edited.image = await storeImage(work, platform, location, image)
    const status = body.status ?? event.status
    const started = status === ScheduledEventStatus.ACTIVE && status !== event.status
    const changed = status === event.status ? edited : withStatus(edited, status, work.now)
    const after = started ? await withStage(work, guild.view, changed, caller.user) : changed
    if (pack(after) !== pack(event)) await saveEvent(work, guild.view, event, after)
    return loadEventObject(work, after, { counts: false })
  },
})

import { ApiError, demand, ScheduledEventObject, ScheduledEventStatus } from '@guildhall/protocol'
import { pack } from '../../../kernel/json.ts'
import type { StoredScheduledEvent } from '../../../kernel/model.ts'
import { operation } from '../../../kernel/operation.ts'
import { storeImage } from '../../files/index.ts'
import { askedRule, composed, PatchBody } from '../form.ts'
import { checkChannel, checkStatus, permissionsAt, saveEvent, turned, visibleEvent } from '../manage.ts'
import { EventPath } from '../params.ts'
import { faultsOfRule } from '../recurrence.ts'
import { faultsOf, mayChange } from '../rules.ts'
import { occursAt } from '../series.ts'
import { loadEventObject } from '../show.ts'
import { withStage } from '../stages.ts'

/** Modify Guild Scheduled Event: also how it is started, ended and called off. */
export const updateGuildScheduledEvent = operation({
  id: 'update_guild_scheduled_event',
  method: 'PATCH',
  path: '/guilds/:guild_id/scheduled-events/:guild_scheduled_event_id',
  callers: ['bot', 'person'],
  params: EventPath,
  body: PatchBody,
  responses: { 200: ScheduledEventObject },

  async run({ caller, params, body, work, platform }) {
    const { event, inPlace, ...guild } = await visibleEvent(work, caller, params)
    const own = event.creator_id === caller.userId
    demand(mayChange(inPlace, event.entity_type, own))
    checkStatus(event.status, body.status ?? event.status)
    const { image, ...fields } = body
    const edited = withExceptions(composed(event, fields))
    const faults = faultsOf(edited, work.now, event)
    if (body.recurrence_rule) faults.merge(faultsOfRule(askedRule(body.recurrence_rule)), ['recurrence_rule'])
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    if (edited.channel_id !== event.channel_id || edited.entity_type !== event.entity_type) {
      checkChannel(work, guild, edited)
      demand(mayChange(permissionsAt(work, guild, edited.channel_id), edited.entity_type, own))
    }
    const place = { folder: `guild-events/${event.id}`, before: event.image }
    if (image !== undefined) edited.image = await storeImage(work, platform, place, image)
    const status = body.status ?? event.status
    const started = status === ScheduledEventStatus.ACTIVE && status !== event.status
    const turn = status === event.status ? edited : turned(edited, status, work.now)
    const after = started ? await withStage(work, guild.view, turn, caller.user) : turn
    if (pack(after) !== pack(event)) await saveEvent(work, guild.view, event, after)
    return loadEventObject(work, after, { counts: false })
  },
})

/** Exceptions stay only while the series has the occurrence that they are of. */
function withExceptions(event: StoredScheduledEvent): StoredScheduledEvent {
  const exceptions = event.exceptions.filter((one) => occursAt(event, one.original_scheduled_start_time))
  return exceptions.length === event.exceptions.length ? event : { ...event, exceptions }
}

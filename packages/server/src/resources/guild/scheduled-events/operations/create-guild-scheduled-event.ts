import {
  ApiError,
  demand,
  Faults,
  SCHEDULED_EVENTS_MAX,
  ScheduledEventObject,
  ScheduledEventStatus,
} from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import type { StoredScheduledEvent } from '../../../../kernel/model.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { storeImage } from '../../../accounts/files/index.ts'
import { checkChannel, permissionsAt } from '../actions/load.ts'
import { createEvent } from '../actions/save.ts'
import { presentScheduledEvent } from '../present.ts'
import { faultsOfRule } from '../recurrence.ts'
import { applyEventRequest, CreateBody, requestedRule } from '../requests.ts'
import { faultsOf, mayCreate } from '../rules.ts'

/** Create Guild Scheduled Event. [PRM-6] [PRM-7] */
export const createGuildScheduledEvent = operation({
  id: 'create_guild_scheduled_event',
  method: 'POST',
  path: '/guilds/:guild_id/scheduled-events',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: CreateBody,
  responses: { 200: ScheduledEventObject },

  async run({ caller, params, body, work, platform }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    const { view } = guild
    const id = work.nextId()
    const { image, ...fields } = body
    const event = applyEventRequest({ ...blank, id, guild_id: view.id, creator_id: caller.userId }, fields)
    const faults = new Faults()
    if (body.recurrence_rule) faults.merge(faultsOfRule(requestedRule(body.recurrence_rule)), ['recurrence_rule'])
    faults.merge(faultsOf(event, work.now))
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    checkChannel(work, guild, event)
    demand(mayCreate(permissionsAt(work, guild, event.channel_id), event.entity_type, work.now, work.changes))
    if (view.scheduledEvents.size >= SCHEDULED_EVENTS_MAX) throw new ApiError('TOO_MANY_SCHEDULED_EVENTS')
    const whole = { ...event, image: await storeImage(work, platform, { folder: `guild-events/${id}` }, image ?? null) }
    await createEvent(work, view, whole)
    return presentScheduledEvent(whole, { creator: caller.user })
  },
})

const blank: Omit<StoredScheduledEvent, 'id' | 'guild_id' | 'creator_id'> = {
  name: '',
  description: null,
  image: null,
  channel_id: null,
  scheduled_start_time: 0,
  scheduled_end_time: null,
  entity_type: 0,
  entity_id: null,
  location: null,
  recurrence_rule: null,
  exceptions: [],
  status: ScheduledEventStatus.SCHEDULED,
}

import type { EventSource } from '../command.ts'
import { activityEvents } from './activity-events.ts'
import { gatewayEvents } from './gateway-events.ts'
import { inviteEvents } from './invite-events.ts'
import { localEvents } from './local-events.ts'
import { personEvents } from './person-events.ts'
import { voiceEvents } from './voice-events.ts'

/** Every event that sessions subscribe to, by name. */
export const events: ReadonlyMap<string, EventSource> = new Map(
  [...gatewayEvents, ...localEvents, ...activityEvents, ...inviteEvents, ...personEvents, ...voiceEvents].map(
    (event) => [event.name, event],
  ),
)

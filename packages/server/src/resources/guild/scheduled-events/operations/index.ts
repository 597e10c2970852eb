import { countGuildScheduledEventUsers } from './count-guild-scheduled-event-users.ts'
import { createGuildScheduledEvent } from './create-guild-scheduled-event.ts'
import { createGuildScheduledEventException } from './create-guild-scheduled-event-exception.ts'
import { deleteGuildScheduledEvent } from './delete-guild-scheduled-event.ts'
import { deleteGuildScheduledEventException } from './delete-guild-scheduled-event-exception.ts'
import { getGuildScheduledEvent } from './get-guild-scheduled-event.ts'
import { listGuildScheduledEventExceptionUsers } from './list-guild-scheduled-event-exception-users.ts'
import { listGuildScheduledEventUsers } from './list-guild-scheduled-event-users.ts'
import { listGuildScheduledEvents } from './list-guild-scheduled-events.ts'
import { respondToScheduledEventOccurrence } from './respond-to-scheduled-event-occurrence.ts'
import { subscribeScheduledEvent } from './subscribe-scheduled-event.ts'
import { unsubscribeScheduledEvent } from './unsubscribe-scheduled-event.ts'
import { updateGuildScheduledEvent } from './update-guild-scheduled-event.ts'
import { updateGuildScheduledEventException } from './update-guild-scheduled-event-exception.ts'
import { withdrawScheduledEventResponse } from './withdraw-scheduled-event-response.ts'

export const scheduledEventOperations = [
  respondToScheduledEventOccurrence,
  countGuildScheduledEventUsers,
  createGuildScheduledEventException,
  createGuildScheduledEvent,
  deleteGuildScheduledEventException,
  deleteGuildScheduledEvent,
  getGuildScheduledEvent,
  listGuildScheduledEventExceptionUsers,
  listGuildScheduledEventUsers,
  listGuildScheduledEvents,
  subscribeScheduledEvent,
  withdrawScheduledEventResponse,
  unsubscribeScheduledEvent,
  updateGuildScheduledEventException,
  updateGuildScheduledEvent,
]

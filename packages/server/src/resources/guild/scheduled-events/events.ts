import { has, Intent, Permission, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, EventException, StoredScheduledEvent } from '../../../kernel/model.ts'
import type { Viewer } from '../../../kernel/viewer.ts'
import { isFinished } from './model.ts'
import { presentException, presentScheduledEvent } from './present.ts'

/** Returns whether a viewer can view an event: by its channel, or as a member for an external event. */
export function canViewEvent(viewer: Viewer, event: StoredScheduledEvent): boolean {
  return event.channel_id === null || viewer.sees(event.channel_id)
}

/** Updates a guild view, which contains the events that are not finished. */
function keep(view: GuildView, event: StoredScheduledEvent): void {
  if (isFinished(event)) view.scheduledEvents.delete(event.id)
  else view.scheduledEvents.set(event.id, event)
}

const intents = () => Intent.GUILD_SCHEDULED_EVENTS

export const guildScheduledEventCreate = eventType<StoredScheduledEvent>({
  key: 'scheduled-event.created',
  name: 'GUILD_SCHEDULED_EVENT_CREATE',
  intents,
  visibleTo: canViewEvent,
  visibleInChannel: (event) => event.channel_id,
  present: (event) => presentScheduledEvent(event),
  apply: keep,
})

/** `deletedChannel` is the event's channel, if that is being deleted; its viewers receive the event too. */
export const guildScheduledEventUpdate = eventType<{
  event: StoredScheduledEvent
  deletedChannel?: Channel | undefined
}>({
  key: 'scheduled-event.updated',
  name: 'GUILD_SCHEDULED_EVENT_UPDATE',
  intents,
  visibleTo: (viewer, { event, deletedChannel }) =>
    canViewEvent(viewer, event) ||
    (deletedChannel !== undefined && has(viewer.permissionsOf(deletedChannel), Permission.VIEW_CHANNEL)),
  visibleInChannel: ({ event }) => event.channel_id,
  present: ({ event }) => presentScheduledEvent(event),
  apply: (view, { event }) => keep(view, event),
})

export const guildScheduledEventDelete = eventType<StoredScheduledEvent>({
  key: 'scheduled-event.deleted',
  name: 'GUILD_SCHEDULED_EVENT_DELETE',
  intents,
  visibleTo: canViewEvent,
  visibleInChannel: (event) => event.channel_id,
  present: (event) => presentScheduledEvent(event),
  apply: (view, event) => void view.scheduledEvents.delete(event.id),
})

/** Deletes an event for viewers who cannot view the channel that the event moved to. */
export const guildScheduledEventHidden = eventType<{ before: StoredScheduledEvent; after: StoredScheduledEvent }>({
  key: 'scheduled-event.hidden',
  name: 'GUILD_SCHEDULED_EVENT_DELETE',
  intents,
  visibleTo: (viewer, { before, after }) => canViewEvent(viewer, before) && !canViewEvent(viewer, after),
  present: ({ before }) => presentScheduledEvent(before),
})

/** Payload of the events of an exception. */
export interface ExceptionChange {
  readonly event: StoredScheduledEvent
  readonly exception: EventException
}

/** Declares an event that the public platform sends without documenting it: the exception with its guild. */
function exceptionEvent(key: string, name: string) {
  return eventType<ExceptionChange>({
    key,
    name,
    intents,
    visibleTo: (viewer, { event }) => canViewEvent(viewer, event),
    visibleInChannel: ({ event }) => event.channel_id,
    present: ({ event, exception }) => ({
      ...presentException(event, exception),
      guild_id: event.guild_id.toString(),
    }),
    apply: (view, { event }) => keep(view, event),
  })
}

export const guildScheduledEventExceptionCreate = exceptionEvent(
  'scheduled-event-exception.created',
  'GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE',
)
export const guildScheduledEventExceptionUpdate = exceptionEvent(
  'scheduled-event-exception.updated',
  'GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE',
)
export const guildScheduledEventExceptionDelete = exceptionEvent(
  'scheduled-event-exception.deleted',
  'GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE',
)

/** Payload of the events of a user's response. */
export interface Interest {
  readonly event: StoredScheduledEvent
  readonly userId: Snowflake
  /** The occurrence; null for the series. */
  readonly exceptionId: Snowflake | null
  readonly response: number
}

/** Declares an event of a user's response, for viewers of the event. */
function userEvent(key: string, name: string) {
  return eventType<Interest>({
    key,
    name,
    intents,
    visibleTo: (viewer, { event }) => canViewEvent(viewer, event),
    visibleInChannel: ({ event }) => event.channel_id,
    present: ({ event, userId, exceptionId, response }) => ({
      guild_scheduled_event_id: event.id.toString(),
      user_id: userId.toString(),
      guild_id: event.guild_id.toString(),
      guild_scheduled_event_exception_id: exceptionId?.toString() ?? null,
      response,
    }),
  })
}

export const guildScheduledEventUserAdd = userEvent('scheduled-event-user.added', 'GUILD_SCHEDULED_EVENT_USER_ADD')
export const guildScheduledEventUserRemove = userEvent(
  'scheduled-event-user.removed',
  'GUILD_SCHEDULED_EVENT_USER_REMOVE',
)

import { has, Intent, Permission, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, EventException, StoredScheduledEvent } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { presentException, presentScheduledEvent } from './present.ts'
import { isFinished } from './rules.ts'

/** An event in a channel is shown to who views the channel, an external one to every member. */
export function showsEvent(viewer: Viewer, event: StoredScheduledEvent): boolean {
  return event.channel_id === null || viewer.sees(event.channel_id)
}

/** Views keep the events that are not over. */
function keep(view: GuildView, event: StoredScheduledEvent): void {
  if (isFinished(event)) view.scheduledEvents.delete(event.id)
  else view.scheduledEvents.set(event.id, event)
}

const intents = () => Intent.GUILD_SCHEDULED_EVENTS

export const guildScheduledEventCreate = eventType<StoredScheduledEvent>({
  name: 'GUILD_SCHEDULED_EVENT_CREATE',
  intents,
  visibleTo: showsEvent,
  visibleInChannel: (event) => event.channel_id,
  present: (event) => presentScheduledEvent(event),
  apply: keep,
})

/** `gone` is the channel, where it goes too: who could view it is told. */
export const guildScheduledEventUpdate = eventType<{ event: StoredScheduledEvent; gone?: Channel | undefined }>({
  name: 'GUILD_SCHEDULED_EVENT_UPDATE',
  intents,
  visibleTo: (viewer, { event, gone }) =>
    showsEvent(viewer, event) || (gone !== undefined && has(viewer.permissionsOf(gone), Permission.VIEW_CHANNEL)),
  visibleInChannel: ({ event }) => event.channel_id,
  present: ({ event }) => presentScheduledEvent(event),
  apply: (view, { event }) => keep(view, event),
})

export const guildScheduledEventDelete = eventType<StoredScheduledEvent>({
  name: 'GUILD_SCHEDULED_EVENT_DELETE',
  intents,
  visibleTo: showsEvent,
  visibleInChannel: (event) => event.channel_id,
  present: (event) => presentScheduledEvent(event),
  apply: (view, event) => void view.scheduledEvents.delete(event.id),
})

/** An event went into a channel that not all can view who saw it before: for those it is gone. */
export const guildScheduledEventHidden = eventType<{ before: StoredScheduledEvent; after: StoredScheduledEvent }>({
  name: 'GUILD_SCHEDULED_EVENT_DELETE',
  intents,
  visibleTo: (viewer, { before, after }) => showsEvent(viewer, before) && !showsEvent(viewer, after),
  present: ({ before }) => presentScheduledEvent(before),
})

export interface ExceptionChange {
  readonly event: StoredScheduledEvent
  readonly exception: EventException
}

/** Not documented but sent by the public platform, in the shape of the exception with its guild. */
function exceptionEvent(name: string) {
  return eventType<ExceptionChange>({
    name,
    intents,
    visibleTo: (viewer, { event }) => showsEvent(viewer, event),
    visibleInChannel: ({ event }) => event.channel_id,
    present: ({ event, exception }) => ({
      ...presentException(event, exception),
      guild_id: event.guild_id.toString(),
    }),
    apply: (view, { event }) => keep(view, event),
  })
}

export const guildScheduledEventExceptionCreate = exceptionEvent('GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE')
export const guildScheduledEventExceptionUpdate = exceptionEvent('GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE')
export const guildScheduledEventExceptionDelete = exceptionEvent('GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE')

export interface Interest {
  readonly event: StoredScheduledEvent
  readonly userId: Snowflake
  /** The occurrence; null for the series. */
  readonly exceptionId: Snowflake | null
  readonly response: number
}

function userEvent(name: string) {
  return eventType<Interest>({
    name,
    intents,
    visibleTo: (viewer, { event }) => showsEvent(viewer, event),
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

export const guildScheduledEventUserAdd = userEvent('GUILD_SCHEDULED_EVENT_USER_ADD')
export const guildScheduledEventUserRemove = userEvent('GUILD_SCHEDULED_EVENT_USER_REMOVE')

import {
  AUDIT_KEPT_DAYS,
  AuditLogAction,
  type AuditLogChangeObject,
  type Instant,
  type Snowflake,
  snowflakeAt,
} from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel, EventException, StoredScheduledEvent } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { removeImage } from '../../../accounts/files/index.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { closeStage } from '../../stage-instances/index.ts'
import {
  guildScheduledEventCreate,
  guildScheduledEventDelete,
  guildScheduledEventExceptionCreate,
  guildScheduledEventExceptionDelete,
  guildScheduledEventExceptionUpdate,
  guildScheduledEventHidden,
  guildScheduledEventUpdate,
  guildScheduledEventUserAdd,
  guildScheduledEventUserRemove,
} from '../events.ts'
import { eventStepDue } from '../jobs.ts'
import { SERIES, type StoredInterest } from '../model.ts'
import { presentScheduledEvent } from '../present.ts'
import { nextStep } from '../rules.ts'
import * as store from '../store.ts'
import * as userStore from '../user-store.ts'

const AUDITED = [
  'name',
  'description',
  'channel_id',
  'location',
  'scheduled_start_time',
  'scheduled_end_time',
  'privacy_level',
  'status',
  'entity_type',
  'image_hash',
  'recurrence_rule',
] as const

/** Finished events stay readable as long as the audit log refers to them. */
const KEPT_MS = AUDIT_KEPT_DAYS * 86_400_000

const INTERESTED = 1

const EXCEPTION_CHANGES = {
  create: [guildScheduledEventExceptionCreate, AuditLogAction.GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE],
  update: [guildScheduledEventExceptionUpdate, AuditLogAction.GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE],
  delete: [guildScheduledEventExceptionDelete, AuditLogAction.GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE],
} as const

/** Returns the fields of an event for the audit log, which has separate keys for location and image hash. */
function auditFields(event: StoredScheduledEvent) {
  return { ...presentScheduledEvent(event), location: event.location, image_hash: event.image }
}

/** Stores an event that is older than the platform, with its next step. Emits nothing. */
export async function restoreEvent(work: Work, event: StoredScheduledEvent): Promise<void> {
  await store.insertScheduledEvent(work, event)
  await scheduleNextStep(work, event)
}

/** Stores a new event, emits its creation and writes the audit log entry. */
export async function createEvent(work: Work, view: GuildView, event: StoredScheduledEvent): Promise<void> {
  await store.insertScheduledEvent(work, event)
  await scheduleNextStep(work, event)
  work.emit(guildScheduledEventCreate, guildTopic(view.id), event)
  const action = AuditLogAction.GUILD_SCHEDULED_EVENT_CREATE
  const changes = changesBetween({}, auditFields(event), AUDITED)
  await audit(work, { guildId: view.id, action, targetId: event.id, changes })
}

/**
 * Stores a changed event and emits the change. Writes an audit log entry unless a job changed it. `deletedChannel` is
 * the event's channel, if that is being deleted.
 */
export async function saveEvent(
  work: Work,
  view: GuildView,
  before: StoredScheduledEvent,
  after: StoredScheduledEvent,
  deletedChannel?: Channel,
): Promise<void> {
  await store.updateScheduledEvent(work, after)
  for (const { id } of before.exceptions) {
    if (!after.exceptions.some((exception) => exception.id === id)) await userStore.deleteInterestIn(work, after.id, id)
  }
  if (after.scheduled_start_time > before.scheduled_start_time)
    await userStore.deleteInterestBefore(work, after.id, snowflakeAt(after.scheduled_start_time))
  await scheduleNextStep(work, after)
  await closeStageOf(work, view, before, after, deletedChannel)
  if (before.channel_id !== after.channel_id)
    work.emit(guildScheduledEventHidden, guildTopic(view.id), { before, after })
  work.emit(guildScheduledEventUpdate, guildTopic(view.id), { event: after, deletedChannel })
  const changes = changesBetween(auditFields(before), auditFields(after), AUDITED)
  if (work.actor.userId === null || changes.length === 0) return
  const action = AuditLogAction.GUILD_SCHEDULED_EVENT_UPDATE
  await audit(work, { guildId: view.id, action, targetId: after.id, changes })
}

/** Deletes an event with its stage and image, emits the deletion and writes the audit log entry. */
export async function deleteEvent(work: Work, view: GuildView, event: StoredScheduledEvent): Promise<void> {
  await deleteEventRows(work, event)
  await closeStageOf(work, view, event, null)
  await work.cancel(eventStepDue, event.id.toString())
  work.emit(guildScheduledEventDelete, guildTopic(view.id), event)
  const action = AuditLogAction.GUILD_SCHEDULED_EVENT_DELETE
  const changes = changesBetween(auditFields(event), {}, AUDITED)
  await audit(work, { guildId: view.id, action, targetId: event.id, changes })
}

/** Deletes the rows and the image of an event. Emits nothing: guild views do not contain finished events. */
export async function deleteEventRows(work: Work, event: StoredScheduledEvent): Promise<void> {
  await store.deleteScheduledEvent(work, event.id)
  await removeImage(work, `guild-events/${event.id}`, event.image)
}

/** Stores an event whose exception was created, changed or deleted, emits that and writes the audit log entry. */
export async function saveException(
  work: Work,
  view: GuildView,
  event: StoredScheduledEvent,
  {
    kind,
    exception,
    changes,
  }: { kind: keyof typeof EXCEPTION_CHANGES; exception: EventException; changes: AuditLogChangeObject[] },
): Promise<void> {
  const [type, action] = EXCEPTION_CHANGES[kind]
  await store.updateScheduledEvent(work, event)
  if (kind === 'delete') await userStore.deleteInterestIn(work, event.id, exception.id)
  await scheduleNextStep(work, event)
  work.emit(type, guildTopic(view.id), { event, exception })
  const options = { event_exception_id: exception.id.toString() }
  await audit(work, { guildId: view.id, action, targetId: event.id, changes, options })
}

/** Stores the response of a user and emits it. */
export async function saveInterest(work: Work, event: StoredScheduledEvent, row: StoredInterest): Promise<void> {
  await userStore.insertInterest(work, row)
  const type = row.response === INTERESTED ? guildScheduledEventUserAdd : guildScheduledEventUserRemove
  work.emit(type, guildTopic(event.guild_id), interestPayload(event, row))
}

/** Deletes the response of a user and emits that. */
export async function deleteInterest(work: Work, event: StoredScheduledEvent, row: StoredInterest): Promise<void> {
  await userStore.deleteInterest(work, event.id, row.exception_id, row.user_id)
  work.emit(guildScheduledEventUserRemove, guildTopic(event.guild_id), interestPayload(event, row))
}

function interestPayload(event: StoredScheduledEvent, row: StoredInterest) {
  const exceptionId: Snowflake | null = row.exception_id === SERIES ? null : row.exception_id
  return { event, userId: row.user_id, exceptionId, response: row.response }
}

/** Schedules the job for what the event does next by itself; `at` overrides the time of that. */
export async function scheduleNextStep(work: Work, event: StoredScheduledEvent, at?: Instant): Promise<void> {
  const dueAt = at ?? nextStep(event, work.now)?.at ?? work.now + KEPT_MS
  const payload = { guildId: event.guild_id, eventId: event.id }
  await work.schedule(eventStepDue, event.id.toString(), dueAt, payload)
}

/** Closes the stage that was opened for an event, if the event no longer has it. */
async function closeStageOf(
  work: Work,
  view: GuildView,
  before: StoredScheduledEvent,
  after: StoredScheduledEvent | null,
  deletedChannel?: Channel,
): Promise<void> {
  const stage = before.channel_id === null ? undefined : view.stageInstances.get(before.channel_id)
  if (stage && stage.id === before.entity_id && after?.entity_id !== stage.id)
    await closeStage(work, stage, deletedChannel)
}

import {
  ApiError,
  AUDIT_KEPT_DAYS,
  AuditLogAction,
  type AuditLogChangeObject,
  ChannelType,
  demand,
  has,
  type Instant,
  invalidForm,
  Permission,
  ScheduledEventEntityType,
  ScheduledEventStatus,
  type Snowflake,
  snowflakeAt,
} from '@guildhall/protocol'
import { memberChannelPermissions } from '../../access/channel.ts'
import { type GuildAccess, guildForCaller } from '../../access/guild.ts'
import type { Caller } from '../../kernel/caller.ts'
import { guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, StoredScheduledEvent } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { audit, changesBetween } from '../audit-log/index.ts'

import { closeStage } from '../stage-instances/index.ts'
import { guildScheduledEventHidden, guildScheduledEventUpdate } from './events.ts'
import { presentScheduledEvent } from './present.ts'
import { maySee, mayTurn, nextStep } from './rules.ts'
import { following } from './series.ts'
import * as store from './store.ts'

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

/** Returns the fields of an event for the audit log, which has separate keys for location and image hash. */
function auditedFields(event: StoredScheduledEvent) {
  return { ...presentScheduledEvent(event), location: event.location, image_hash: event.image }
}

/** Returns the audit log changes of a created or deleted event. */
export function auditedEvent(event: StoredScheduledEvent, side: 'old_value' | 'new_value'): AuditLogChangeObject[] {
  const fields = auditedFields(event)
  return side === 'new_value' ? changesBetween({}, fields, AUDITED) : changesBetween(fields, {}, AUDITED)
}

/** Returns the caller's permissions in the event's channel, or in the guild when it has none. */
export function permissionsAt(work: Work, guild: GuildAccess, channelId: Snowflake | null): bigint {
  if (channelId === null) return guild.permissions
  const channel = guild.view.channels.get(channelId)
  return channel ? memberChannelPermissions(guild.view, channel, guild.member, work.now) : 0n
}

/** The event, and what the caller may do where it takes place; 10070 where there is none that they see. */
export async function visibleEvent(
  work: Work,
  caller: Caller,
  params: { guild_id: Snowflake; guild_scheduled_event_id: Snowflake },
): Promise<GuildAccess & { event: StoredScheduledEvent; inPlace: bigint }> {
  const guild = await guildForCaller(work, caller, params.guild_id)
  const id = params.guild_scheduled_event_id
  const event = guild.view.scheduledEvents.get(id) ?? (await store.find(work, id))
  if (event?.guild_id !== guild.view.id) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT')
  const inPlace = permissionsAt(work, guild, event.channel_id)
  if (!maySee(inPlace, event.entity_type)) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT')
  return { ...guild, event, inPlace }
}

const HOSTS: Readonly<Record<number, number>> = {
  [ScheduledEventEntityType.STAGE_INSTANCE]: ChannelType.GUILD_STAGE_VOICE,
  [ScheduledEventEntityType.VOICE]: ChannelType.GUILD_VOICE,
}

/** The channel must be one of the guild's that can host the event, and one that the caller sees. */
export function checkChannel(work: Work, guild: GuildAccess, event: StoredScheduledEvent): void {
  if (event.channel_id === null) return
  const channel = guild.view.channels.get(event.channel_id)
  if (!channel) throw new ApiError('UNKNOWN_CHANNEL')
  const permissions = memberChannelPermissions(guild.view, channel, guild.member, work.now)
  if (!has(permissions, Permission.VIEW_CHANNEL)) throw new ApiError('MISSING_ACCESS')
  if (channel.type !== HOSTS[event.entity_type]) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
}

/** @throws ApiError 180000 for an event that is over, 50035 for a status that cannot follow */
export function checkStatus(from: number, to: number): void {
  const verdict = mayTurn(from, to)
  if (!verdict.ok && verdict.error === 'INVALID_FORM_BODY')
    throw invalidForm(['status'], 'GUILD_SCHEDULED_EVENT_INVALID_STATUS', 'Invalid status transition.')
  demand(verdict)
}

/** The event with another status: a series of which an occurrence is over goes on with the next one. */
export function turned(event: StoredScheduledEvent, status: number, now: Instant): StoredScheduledEvent {
  const next = status === ScheduledEventStatus.COMPLETED ? following(event, now) : null
  return next ?? { ...event, status, entity_id: status === ScheduledEventStatus.ACTIVE ? event.entity_id : null }
}

/** What is over can be looked at as long as the audit log tells of it. */
const KEPT_MS = AUDIT_KEPT_DAYS * 86_400_000

/** Waits for what the event will do by itself; `at` is when to look again. */
export async function awaitNextStep(work: Work, event: StoredScheduledEvent, at?: Instant): Promise<void> {
  const dueAt = at ?? nextStep(event, work.now)?.at ?? work.now + KEPT_MS
  const payload = { guildId: event.guild_id, eventId: event.id }
  await work.schedule('scheduled-event', event.id.toString(), dueAt, payload)
}

/** With an event the stage ends that was opened for it. */
export async function closeStageOf(
  work: Work,
  view: GuildView,
  before: StoredScheduledEvent,
  after: StoredScheduledEvent | null,
  gone?: Channel,
): Promise<void> {
  const stage = before.channel_id === null ? undefined : view.stageInstances.get(before.channel_id)
  if (stage && stage.id === before.entity_id && after?.entity_id !== stage.id) await closeStage(work, stage, gone)
}

/** Stores a changed event (`gone` is its channel, where that goes), announces it, and writes down what somebody has changed of it. */
export async function saveEvent(
  work: Work,
  view: GuildView,
  before: StoredScheduledEvent,
  after: StoredScheduledEvent,
  gone?: Channel,
): Promise<void> {
  await store.update(work, after)
  for (const { id } of before.exceptions) {
    if (!after.exceptions.some((exception) => exception.id === id)) await store.removeUsersOf(work, after.id, id)
  }
  if (after.scheduled_start_time > before.scheduled_start_time)
    await store.removeUsersBefore(work, after.id, snowflakeAt(after.scheduled_start_time))
  await awaitNextStep(work, after)
  await closeStageOf(work, view, before, after, gone)
  if (before.channel_id !== after.channel_id)
    work.emit(guildScheduledEventHidden, guildTopic(view.id), { before, after })
  work.emit(guildScheduledEventUpdate, guildTopic(view.id), { event: after, gone })
  const changes = changesBetween(auditedFields(before), auditedFields(after), AUDITED)
  if (work.actor.userId === null || changes.length === 0) return
  await audit(work, {
    guildId: view.id,
    action: AuditLogAction.GUILD_SCHEDULED_EVENT_UPDATE,
    targetId: after.id,
    changes,
  })
}

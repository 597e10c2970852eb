import assert from 'node:assert/strict'
import {
  ApiError,
  ChannelType,
  demand,
  has,
  lacking,
  Permission,
  ScheduledEventEntityType,
  type ScheduledEventObject,
  type Snowflake,
} from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import { type GuildAccess, guildForCaller } from '../../../../access/guild.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { EventException, StoredScheduledEvent } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { isFinished } from '../model.ts'
import { presentScheduledEvent } from '../present.ts'
import type { EventIds } from '../requests.ts'
import { mayChange, maySee } from '../rules.ts'
import { findScheduledEvent } from '../store.ts'
import { countInterested, countKey } from '../user-store.ts'

/** Types of the channels that can host events, by entity type. */
const HOSTS: Readonly<Record<number, number>> = {
  [ScheduledEventEntityType.STAGE_INSTANCE]: ChannelType.GUILD_STAGE_VOICE,
  [ScheduledEventEntityType.VOICE]: ChannelType.GUILD_VOICE,
}

/** A scheduled event with what the caller may do there. */
export interface EventAccess extends GuildAccess {
  readonly event: StoredScheduledEvent
  /** Permissions in the event's channel, or in the guild for an external event. */
  readonly eventPermissions: bigint
}

/** Returns the caller's permissions in the event's channel, or in the guild for an event without a channel. */
export function permissionsAt(work: Work, guild: GuildAccess, channelId: Snowflake | null): bigint {
  if (channelId === null) return guild.permissions
  const channel = guild.view.channels.get(channelId)
  return channel ? memberChannelPermissions(guild.view, channel, guild.member, work.now) : 0n
}

/** Returns an event for a caller who can view it. @throws UNKNOWN_GUILD_SCHEDULED_EVENT (10070) */
export async function eventForCaller(work: Work, caller: Caller, params: EventIds): Promise<EventAccess> {
  const guild = await guildForCaller(work, caller, params.guild_id)
  const id = params.guild_scheduled_event_id
  const event = guild.view.scheduledEvents.get(id) ?? (await findScheduledEvent(work, id))
  if (event?.guild_id !== guild.view.id) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT')
  const eventPermissions = permissionsAt(work, guild, event.channel_id)
  if (!maySee(eventPermissions, event.entity_type)) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT')
  return { ...guild, event, eventPermissions }
}

/**
 * Returns an event whose occurrences the caller may change.
 *
 * @throws the errors of `eventForCaller`; MISSING_PERMISSIONS (50013); CANNOT_UPDATE_FINISHED_EVENT (180000)
 */
export async function eventToChange(
  work: Work,
  caller: Caller,
  params: EventIds,
): Promise<{ view: GuildView; event: StoredScheduledEvent }> {
  const { view, event, eventPermissions } = await eventForCaller(work, caller, params)
  demand(mayChange(eventPermissions, event.entity_type, event.creator_id === caller.userId))
  if (isFinished(event)) throw new ApiError('CANNOT_UPDATE_FINISHED_EVENT')
  return { view, event }
}

/** Returns an exception of an event. @throws UNKNOWN_GUILD_SCHEDULED_EVENT (10070) */
export function getException(event: StoredScheduledEvent, id: Snowflake): EventException {
  const exception = event.exceptions.find((one) => one.id === id)
  if (!exception) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT')
  return exception
}

/**
 * Checks that the channel of an event can host it and is visible to the caller.
 *
 * @throws UNKNOWN_CHANNEL (10003); MISSING_ACCESS (50001); CANNOT_EXECUTE_ON_CHANNEL_TYPE (50024)
 */
export function checkChannel(work: Work, guild: GuildAccess, event: StoredScheduledEvent): void {
  if (event.channel_id === null) return
  const channel = guild.view.channels.get(event.channel_id)
  if (!channel) throw new ApiError('UNKNOWN_CHANNEL')
  const permissions = memberChannelPermissions(guild.view, channel, guild.member, work.now)
  if (!has(permissions, Permission.VIEW_CHANNEL)) throw lacking(Permission.VIEW_CHANNEL, 'MISSING_ACCESS')
  if (channel.type !== HOSTS[event.entity_type]) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
}

/** Returns scheduled event objects with their creators, and with the number of interested users if `counts` is set. */
export async function loadEventObjects(
  work: Work,
  events: readonly StoredScheduledEvent[],
  options: { counts: boolean },
): Promise<ScheduledEventObject[]> {
  const creators = await listUsers(
    work,
    events.flatMap((event) => event.creator_id ?? []),
  )
  const ids = events.map((event) => event.id)
  const counts = options.counts ? await countInterested(work, ids) : null
  return events.map((event) => {
    const creator = creators.get(event.creator_id ?? 0n)
    return presentScheduledEvent(event, {
      ...(creator && { creator }),
      ...(counts && { users: counts.get(countKey(event.id)) ?? 0 }),
    })
  })
}

/** Returns one scheduled event object with its creator, and with the number of interested users if `counts` is set. */
export async function loadEventObject(
  work: Work,
  event: StoredScheduledEvent,
  options: { counts: boolean },
): Promise<ScheduledEventObject> {
  const [object] = await loadEventObjects(work, [event], options)
  assert(object, 'one event gives one object')
  return object
}

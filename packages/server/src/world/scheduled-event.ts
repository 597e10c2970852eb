import { ChannelType, instant, ScheduledEventEntityType } from '@guildhall/protocol'
import { requestedRule } from '../resources/guild/scheduled-events/index.ts'
import type { WorldScheduledEvent } from './world.ts'

/** Returns the entity type of an event by its place; null in a channel of a type that has no events. */
export function entityTypeOf(event: WorldScheduledEvent, channelType: number | undefined): number | null {
  if (event.channel === undefined) return ScheduledEventEntityType.EXTERNAL
  if (channelType === ChannelType.GUILD_VOICE) return ScheduledEventEntityType.VOICE
  return channelType === ChannelType.GUILD_STAGE_VOICE ? ScheduledEventEntityType.STAGE_INSTANCE : null
}

const FREQUENCIES = [0, 1, 2, 3] as const

/** Returns the recurrence of an event as a request has it. */
export function recurrenceOf(rule: NonNullable<WorldScheduledEvent['recurrence_rule']>) {
  const frequency = FREQUENCIES.find((value) => value === rule.frequency) ?? 0
  return requestedRule({ ...rule, frequency, start: instant(rule.start) })
}

/** Checks what a schema cannot express of expressions, rules and events of a guild. */
import { ApiError, ChannelType } from '@guildhall/protocol'
import { maxRulesOf, newRule, ruleWith } from '../resources/guild/auto-moderation/index.ts'
import { faultsOfRule } from '../resources/guild/scheduled-events/index.ts'
import { requestOfRule } from './automod-request.ts'
import { checkTime } from './conversation-references.ts'
import { pathTo } from './faults.ts'
import { channelsOf, EVERYONE, type Place, refer, rolesOf, usersOf } from './reference-targets.ts'
import { addFieldFaults } from './request-faults.ts'
import { entityTypeOf, recurrenceOf } from './scheduled-event.ts'
import type { WorldAutoModerationRule, WorldScheduledEvent } from './world.ts'
import { checkPictures } from './world-pictures.ts'
import { timeOf } from './world-time.ts'

/** Checks emojis, stickers and pictures. */
export function checkExpressions({ guild, path, faults }: Place): void {
  for (const [key, { roles = [] }] of Object.entries(guild.emojis ?? {})) {
    for (const [index, role] of roles.entries())
      refer(rolesOf(guild, path), role, `${pathTo(`${path}.emojis`, key)}.roles[${index}]`, faults)
  }
  for (const [key, { name }] of Object.entries(guild.stickers ?? {})) {
    const length = [...(name ?? key)].length
    if (length < 2 || length > 30)
      faults.add(pathTo(`${path}.stickers`, key), 'needs a name of 2 to 30 characters, or such a key')
  }
  checkPictures(guild, path, faults)
}

/** Checks the auto moderation rules, by the rules of the resource itself. */
export function checkRules(place: Place): void {
  const { world, guild, path, faults } = place
  const counts = new Map<number, number>()
  for (const [key, rule] of Object.entries(guild.auto_moderation ?? {})) {
    const at = pathTo(`${path}.auto_moderation`, key)
    const count = (counts.get(rule.trigger_type) ?? 0) + 1
    counts.set(rule.trigger_type, count)
    if (count > maxRulesOf(rule.trigger_type))
      faults.add(at, `a guild has at most ${maxRulesOf(rule.trigger_type)} rules of type ${rule.trigger_type}`)
    if (rule.creator !== undefined) refer(usersOf(world), rule.creator, `${at}.creator`, faults)
    if (hasTargets(place, rule, at)) checkRule(place, rule, at)
  }
}

/** Whether the roles and channels that a rule names exist. Those that do not are reported. */
function hasTargets({ guild, path, faults }: Place, rule: WorldAutoModerationRule, at: string): boolean {
  const channels = channelsOf(guild, path)
  const found = [
    ...(rule.exempt_roles ?? []).map(
      (key, index) => key === EVERYONE || refer(rolesOf(guild, path), key, `${at}.exempt_roles[${index}]`, faults),
    ),
    ...(rule.exempt_channels ?? []).map((key, index) =>
      refer(channels, key, `${at}.exempt_channels[${index}]`, faults),
    ),
    ...(rule.actions ?? []).map(
      ({ channel }, index) =>
        channel === undefined || refer(channels, channel, `${at}.actions[${index}].channel`, faults),
    ),
  ]
  return !found.includes(false)
}

/** A file has the fields of a trigger and of an action beside the others, and refers to channels by key. */
const FIELDS = { trigger_metadata: null, metadata: null, channel_id: 'channel' }

/** Has a rule checked as a request would be. Positions in the file replace ids, which are not known yet. */
function checkRule({ guild, faults }: Place, rule: WorldAutoModerationRule, at: string): void {
  const channels = Object.entries(guild.channels ?? {})
  const roles = [EVERYONE, ...Object.keys(guild.roles ?? {})]
  const ids = {
    role: (key: string) => BigInt(roles.indexOf(key)),
    channel: (key: string) => BigInt(channels.findIndex(([name]) => name === key)),
  }
  const targets = {
    roles: { has: (id: bigint) => id >= 0n },
    channels: {
      has: (id: bigint) => id >= 0n,
      get: (id: bigint) => ({ type: channels[Number(id)]?.[1].type ?? ChannelType.GUILD_TEXT }),
    },
  }
  const { trigger_type, name = '' } = rule
  try {
    const blank = newRule({ id: 0n, guild_id: 0n, creator_id: 0n }, { name, trigger_type })
    ruleWith(targets, blank, requestOfRule(rule, ids))
  } catch (error) {
    if (!(error instanceof ApiError && error.faults)) throw error
    addFieldFaults(error.faults, at, faults, FIELDS)
  }
}

/** Checks the scheduled events. */
export function checkEvents(place: Place): void {
  const { world, guild, path, faults } = place
  for (const [key, event] of Object.entries(guild.scheduled_events ?? {})) {
    const at = pathTo(`${path}.scheduled_events`, key)
    if (event.creator !== undefined) refer(usersOf(world), event.creator, `${at}.creator`, faults)
    if ((event.channel === undefined) === (event.location === undefined))
      faults.add(at, 'must be in one of channel and location')
    if (event.channel !== undefined && refer(channelsOf(guild, path), event.channel, `${at}.channel`, faults)) {
      if (entityTypeOf(event, guild.channels?.[event.channel]?.type) === null)
        faults.add(`${at}.channel`, 'must be a voice or stage channel')
    }
    checkTimes(place, event, at)
  }
}

/** Ids of occurrences are snowflakes of their times, which have 42 bits. */
const TIME_MAX = Date.UTC(2150, 0)

function checkTimes(place: Place, event: WorldScheduledEvent, at: string): void {
  const { faults } = place
  const { scheduled_start_time: start, scheduled_end_time: end, recurrence_rule: rule, location } = event
  checkTime(place, start, `${at}.scheduled_start_time`)
  checkTime(place, end, `${at}.scheduled_end_time`)
  checkTime(place, rule?.start, `${at}.recurrence_rule.start`)
  for (const [field, time] of Object.entries({ scheduled_start_time: start, scheduled_end_time: end }))
    if (time !== undefined && (timeOf(time) ?? 0) > TIME_MAX) faults.add(`${at}.${field}`, 'is too far ahead')
  if (location !== undefined && end === undefined) faults.add(`${at}.scheduled_end_time`, 'is missing')
  if (end !== undefined && (timeOf(end) ?? 0) <= (timeOf(start) ?? 0))
    faults.add(`${at}.scheduled_end_time`, 'must be later than the start')
  if (!rule || timeOf(rule.start) === null) return
  addFieldFaults(faultsOfRule(recurrenceOf(rule)), `${at}.recurrence_rule`, faults)
}

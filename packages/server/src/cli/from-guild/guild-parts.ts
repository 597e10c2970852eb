/** Emojis, stickers, auto moderation rules and scheduled events, as a world file has them. */
import { AutoModerationActionType } from '@guildhall/protocol'
import type { WorldAutoModerationRule, WorldEmoji, WorldScheduledEvent, WorldSticker } from '../../world/index.ts'
import type { Scene } from './conversations.ts'
import { cut, defined, fromEntries } from './entries.ts'
import { named } from './names.ts'
import type { WireEvent, WireRule } from './wire.ts'

/** Returns the emojis by name. */
export function emojisOf({ facts, names, leave }: Scene): Record<string, WorldEmoji> {
  const all = facts.guild.emojis ?? []
  if (all.length > names.emojis.size) leave('emojis with the name of another', all.length - names.emojis.size)
  const kept = all.flatMap(({ id, animated, roles }) => (id && names.emojis.has(id) ? [{ id, animated, roles }] : []))
  return fromEntries(kept, names.emojis, ({ id, animated, roles }) => {
    const keys = (roles ?? []).flatMap((role) => names.roles.get(role) ?? [])
    return defined({ id, animated: animated || undefined, roles: keys.length > 0 ? keys : undefined })
  })
}

/** Returns the stickers. Those that the format of a world file does not describe are left out. */
export function stickersOf({ facts, names }: Scene): Record<string, WorldSticker> {
  return fromEntries(facts.stickers, names.stickers, ({ id, name, description, tags, format_type }) => {
    const isLong = [...(description ?? '')].length >= 2
    return defined({
      id,
      name: cut(name, 30),
      description: isLong ? cut(description ?? '', 100) : undefined,
      tags: tags || name,
      format_type,
    }) as WorldSticker
  })
}

/** Returns the auto moderation rules. */
export function rulesOf(scene: Scene): Record<string, WorldAutoModerationRule> {
  const rules = new Map(
    scene.facts.rules.flatMap((rule) => {
      const kept = ruleOf(scene, rule)
      if (!kept) scene.leave('auto moderation rules whose type or channel the file does not have')
      return kept ? [[rule.id, kept]] : []
    }),
  )
  const kept = scene.facts.rules.filter(({ id }) => rules.has(id))
  const keys = named(kept, ({ name }) => name, 'rule')
  return Object.fromEntries([...rules].map(([id, rule]) => [keys.get(id) ?? id, rule]))
}

const TRIGGER_TYPES: readonly number[] = [1, 3, 4, 5, 6]

function ruleOf({ names }: Scene, rule: WireRule): WorldAutoModerationRule | null {
  const actions = rule.actions.flatMap(({ type, metadata }) => {
    const channel = names.channels.get(metadata?.channel_id ?? '')
    if (type === AutoModerationActionType.SEND_ALERT_MESSAGE && channel === undefined) return []
    const isAlert = type === AutoModerationActionType.SEND_ALERT_MESSAGE
    return defined({
      type,
      channel: isAlert ? channel : undefined,
      duration_seconds: metadata?.duration_seconds || undefined,
      custom_message: metadata?.custom_message || undefined,
    }) as NonNullable<WorldAutoModerationRule['actions']>[number]
  })
  if (!TRIGGER_TYPES.includes(rule.trigger_type) || actions.length === 0) return null
  const trigger = rule.trigger_metadata ?? {}
  const some = <T>(list: readonly T[] | null | undefined) => (list?.length ? [...list] : undefined)
  return defined({
    id: rule.id,
    name: cut(rule.name, 100) || undefined,
    creator: names.users.get(rule.creator_id ?? ''),
    trigger_type: rule.trigger_type,
    keyword_filter: some(trigger.keyword_filter),
    regex_patterns: some(trigger.regex_patterns),
    presets: some(trigger.presets),
    allow_list: some(trigger.allow_list),
    mention_total_limit: trigger.mention_total_limit ?? undefined,
    mention_raid_protection_enabled: trigger.mention_raid_protection_enabled || undefined,
    actions,
    enabled: rule.enabled || undefined,
    exempt_roles: some((rule.exempt_roles ?? []).flatMap((id) => names.roles.get(id) ?? [])),
    exempt_channels: some((rule.exempt_channels ?? []).flatMap((id) => names.channels.get(id) ?? [])),
  }) as WorldAutoModerationRule
}

/** Status of events that are not over: scheduled and active. */
const OPEN: readonly number[] = [1, 2]

/** Returns the scheduled events. One that is active is written as scheduled. */
export function eventsOf(scene: Scene): Record<string, WorldScheduledEvent> {
  const { facts, names, leave } = scene
  const kept = facts.events.filter(
    ({ status, channel_id, entity_metadata }) =>
      OPEN.includes(status) && (channel_id ? names.channels.has(channel_id) : Boolean(entity_metadata?.location)),
  )
  if (facts.events.length > kept.length)
    leave('scheduled events that are over, or in a channel that is not in the file', facts.events.length - kept.length)
  return fromEntries(
    kept,
    named(kept, ({ name }) => name, 'event'),
    (event) => eventOf(scene, event),
  )
}

function eventOf({ names }: Scene, event: WireEvent): WorldScheduledEvent {
  const rule = event.recurrence_rule
  return defined({
    id: event.id,
    name: cut(event.name, 100) || undefined,
    description: event.description ? cut(event.description, 1_000) : undefined,
    creator: names.users.get(event.creator_id ?? ''),
    channel: names.channels.get(event.channel_id ?? ''),
    location: event.channel_id ? undefined : cut(event.entity_metadata?.location ?? '', 100),
    scheduled_start_time: event.scheduled_start_time,
    scheduled_end_time: event.scheduled_end_time ?? undefined,
    recurrence_rule: rule
      ? defined({
          start: rule.start,
          frequency: rule.frequency,
          interval: rule.interval ?? undefined,
          by_weekday: rule.by_weekday ?? undefined,
          by_n_weekday: rule.by_n_weekday ?? undefined,
          by_month: rule.by_month ?? undefined,
          by_month_day: rule.by_month_day ?? undefined,
        })
      : undefined,
  }) as WorldScheduledEvent
}

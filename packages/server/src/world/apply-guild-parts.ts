import { instant, SCHEDULED_EVENT_UNSTARTED_MS, ScheduledEventStatus, StickerFormat } from '@guildhall/protocol'
import type { StoredScheduledEvent, StoredSticker } from '../kernel/model.ts'
import type { Work } from '../kernel/work.ts'
import { type FileKeeper, storeImage } from '../resources/accounts/files/index.ts'
import { newRule, restoreRule, ruleWith } from '../resources/guild/auto-moderation/index.ts'
import { restoreEmoji } from '../resources/guild/emojis/index.ts'
import { atNextOccurrence, restoreEvent } from '../resources/guild/scheduled-events/index.ts'
import { factsOfStickerFile, restoreSticker } from '../resources/guild/stickers/index.ts'
import { requestOfRule } from './automod-request.ts'
import type { FilledEvent, FilledGuild, FilledSticker, FilledWorld } from './fill-world.ts'
import { EVERYONE } from './reference-targets.ts'
import { entityTypeOf, recurrenceOf } from './scheduled-event.ts'
import { bytesOf } from './world-pictures.ts'

/** Adds the emojis and stickers of a guild. */
export async function addExpressions(work: Work, keeper: FileKeeper, guild: FilledGuild): Promise<void> {
  for (const [name, { id, animated = false, roles = [], image }] of Object.entries(guild.emojis)) {
    const emoji = { id: BigInt(id), guild_id: BigInt(guild.id), application_id: null, name, animated }
    await restoreEmoji(work, keeper, { ...emoji, roles: roles.map((key) => roleId(guild, key)) }, image)
  }
  for (const sticker of Object.values(guild.stickers)) {
    const bytes = sticker.image === undefined ? null : bytesOf(sticker.image)
    await restoreSticker(work, keeper, storedSticker(guild, sticker), bytes)
  }
}

/** Returns a sticker as it is stored. Its file tells the format. */
export function storedSticker(guild: FilledGuild, sticker: FilledSticker): StoredSticker {
  const { id, name, description = null, tags, format_type = StickerFormat.PNG, image } = sticker
  return {
    ...{ id: BigInt(id), guild_id: BigInt(guild.id), name, description, tags, user_id: null },
    format_type: image === undefined ? format_type : factsOfStickerFile(bytesOf(image)).format,
  }
}

function roleId(guild: FilledGuild, key: string): bigint {
  return BigInt(key === EVERYONE ? guild.id : (guild.roles[key]?.id ?? 0))
}

/** Adds the auto moderation rules of a guild. */
export async function addRules(work: Work, guild: FilledGuild, world: FilledWorld): Promise<void> {
  const types = new Map(Object.values(guild.channels).map(({ id, type }) => [BigInt(id), { type }]))
  const targets = { roles: { has: () => true }, channels: types }
  const ids = {
    role: (key: string) => roleId(guild, key),
    channel: (key: string) => BigInt(guild.channels[key]?.id ?? 0),
  }
  for (const { id, creator, ...rule } of Object.values(guild.auto_moderation)) {
    const creator_id = BigInt(world.users[creator ?? guild.owner]?.id ?? 0)
    const blank = newRule({ id: BigInt(id), guild_id: BigInt(guild.id), creator_id }, rule)
    await restoreRule(work, ruleWith(targets, blank, requestOfRule(rule, ids)))
  }
}

/** Adds the scheduled events of a guild that are not over. */
export async function addEvents(work: Work, keeper: FileKeeper, guild: FilledGuild, world: FilledWorld): Promise<void> {
  for (const event of Object.values(guild.scheduled_events)) {
    const stored = storedEvent(guild, world, event)
    const current = isOver(stored, work.now) ? atNextOccurrence(stored, work.now) : stored
    if (!current) continue
    const image = await storeImage(work, keeper, { folder: `guild-events/${event.id}` }, event.image ?? null)
    await restoreEvent(work, { ...current, image })
  }
}

function isOver({ scheduled_start_time: start, scheduled_end_time: end }: StoredScheduledEvent, now: number): boolean {
  return (end ?? start + SCHEDULED_EVENT_UNSTARTED_MS) <= now
}

function storedEvent(guild: FilledGuild, world: FilledWorld, event: FilledEvent): StoredScheduledEvent {
  const channel = event.channel === undefined ? undefined : guild.channels[event.channel]
  const { scheduled_start_time: start, scheduled_end_time: end, recurrence_rule: rule } = event
  return {
    id: BigInt(event.id),
    guild_id: BigInt(guild.id),
    name: event.name,
    description: event.description || null,
    image: null,
    creator_id: BigInt(world.users[event.creator ?? guild.owner]?.id ?? 0),
    channel_id: channel ? BigInt(channel.id) : null,
    scheduled_start_time: instant(start),
    scheduled_end_time: end === undefined ? null : instant(end),
    entity_type: entityTypeOf(event, channel?.type) ?? 0,
    entity_id: null,
    location: event.location ?? null,
    recurrence_rule: rule ? storedRecurrence(rule) : null,
    exceptions: [],
    status: ScheduledEventStatus.SCHEDULED,
  }
}

function storedRecurrence(rule: NonNullable<FilledEvent['recurrence_rule']>) {
  const { end: _end, count: _count, by_year_day: _days, ...stored } = recurrenceOf(rule)
  return stored
}

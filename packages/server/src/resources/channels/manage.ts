import {
  ApiError,
  AuditLogAction,
  CHANNELS_IN_CATEGORY_MAX,
  ChannelType,
  demand,
  invalidForm,
  type Snowflake,
} from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Overwrite } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { audit, changesBetween } from '../audit-log/index.ts'
import { channelUpdate } from './events.ts'
import { presentChannel } from './present.ts'
import { mayOverwrite } from './rules.ts'
import * as store from './store.ts'

const AUDITED = [
  'name',
  'topic',
  'nsfw',
  'rate_limit_per_user',
  'bitrate',
  'user_limit',
  'parent_id',
  'position',
  'rtc_region',
  'video_quality_mode',
  'flags',
  'available_tags',
  'default_auto_archive_duration',
  'type',
]

/** A parent must be a category of the guild with room in it. */
export function checkParent(view: GuildView, parentId: Snowflake | null, childId: Snowflake | null): void {
  if (parentId === null) return
  const parent = view.channels.get(parentId)
  if (parent?.type !== ChannelType.GUILD_CATEGORY)
    throw invalidForm(['parent_id'], 'CHANNEL_PARENT_INVALID', 'Category does not exist')
  let children = 0
  for (const channel of view.channels.values())
    if (channel.parent_id === parentId && channel.id !== childId) children += 1
  if (children >= CHANNELS_IN_CATEGORY_MAX)
    throw invalidForm(
      ['parent_id'],
      'CHANNEL_PARENT_MAX_CHANNELS',
      'Maximum number of channels in category reached (50)',
    )
}

/** Each overwrite that differs must be one that the caller may set. */
export function checkOverwrites(permissions: bigint, before: readonly Overwrite[], after: readonly Overwrite[]): void {
  for (const overwrite of after) {
    const known = before.find((entry) => entry.id === overwrite.id)
    demand(mayOverwrite(permissions, known, overwrite))
  }
  for (const known of before) {
    if (!after.some((entry) => entry.id === known.id)) demand(mayOverwrite(permissions, known, { allow: 0n, deny: 0n }))
  }
}

/** Stores a changed guild channel, announces it and writes it down. */
export async function saveChannel(work: Work, before: Channel, after: Channel): Promise<void> {
  const guildId = after.guild_id
  if (guildId === null) throw new ApiError('CANNOT_EXECUTE_ON_DM')
  await store.update(work, after)
  work.emit(channelUpdate, guildTopic(guildId), after)
  const changes = changesBetween(presentChannel(before), presentChannel(after), AUDITED)
  if (changes.length > 0)
    await audit(work, { guildId, action: AuditLogAction.CHANNEL_UPDATE, targetId: after.id, changes })
}

export function auditedChannel(channel: Channel, side: 'old_value' | 'new_value') {
  const wire = presentChannel(channel)
  return AUDITED.filter((key) => wire[key] != null).map((key) => ({ key, [side]: wire[key] }))
}

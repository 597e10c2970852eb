import {
  ApiError,
  AuditLogAction,
  type AuditLogChangeObject,
  CHANNELS_IN_CATEGORY_MAX,
  ChannelType,
  demand,
  has,
  invalidForm,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, Overwrite } from '../../kernel/model.ts'
import { Viewer } from '../../kernel/viewer.ts'
import type { Work } from '../../kernel/work.ts'
import { audit, changesBetween } from '../audit-log/index.ts'
import { channelUpdate } from './events.ts'
import { presentChannel } from './present.ts'
import { mayOverwrite, type OverwriteActor } from './rules.ts'
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
] as const
const AUDITED_OF_THREADS = [
  'name',
  'type',
  'archived',
  'locked',
  'auto_archive_duration',
  'invitable',
  'rate_limit_per_user',
  'flags',
] as const

/** A parent must be a category of the guild with room in it, and categories have none. */
export function checkParent(
  view: GuildView,
  parentId: Snowflake | null,
  child: { id: Snowflake | null; type: number },
): void {
  if (parentId === null) return
  const parent = view.channels.get(parentId)
  if (parent?.type !== ChannelType.GUILD_CATEGORY)
    throw invalidForm(['parent_id'], 'CHANNEL_PARENT_INVALID', 'Category does not exist')
  if (child.type === ChannelType.GUILD_CATEGORY)
    throw invalidForm(['parent_id'], 'CHANNEL_PARENT_INVALID_TYPE', 'Categories cannot have parent channels')
  let children = 0
  for (const channel of view.channels.values())
    if (channel.parent_id === parentId && channel.id !== child.id) children += 1
  if (children >= CHANNELS_IN_CATEGORY_MAX)
    throw invalidForm(
      ['parent_id'],
      'CHANNEL_PARENT_MAX_CHANNELS',
      'Maximum number of channels in category reached (50)',
    )
}

/** Returns what a member may do with a channel's overwrites. */
export function overwriteActor(
  view: GuildView,
  channel: Channel,
  member: Member,
  permissions: bigint,
  at: number,
): OverwriteActor {
  const viewer = Viewer.of('person', view, member, at)
  const parent = channel.parent_id === null ? undefined : view.channels.get(channel.parent_id)
  const mine = new Set([member.user_id, view.id, ...member.roles])
  return {
    permissions,
    wider: viewer.guildPermissions | (parent ? viewer.permissionsOf(parent) : 0n),
    managesHere: channel.permission_overwrites.some(
      (overwrite) => mine.has(overwrite.id) && has(overwrite.allow, Permission.MANAGE_ROLES),
    ),
  }
}

/** Each overwrite that differs must be one that the caller may set. */
export function checkOverwrites(
  actor: OverwriteActor,
  before: readonly Overwrite[],
  after: readonly Overwrite[],
): void {
  for (const overwrite of after) {
    const known = before.find((entry) => entry.id === overwrite.id)
    demand(mayOverwrite(actor, known, overwrite))
  }
  for (const known of before) {
    if (!after.some((entry) => entry.id === known.id)) demand(mayOverwrite(actor, known, { allow: 0n, deny: 0n }))
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

/** Channels of a category that have just its overwrites are in step with it, and stay so when these change. */
export async function keepInStep(work: Work, view: GuildView, before: Channel, after: Channel): Promise<void> {
  if (before.type !== ChannelType.GUILD_CATEGORY) return
  const old = fingerprint(before.permission_overwrites)
  if (old === fingerprint(after.permission_overwrites)) return
  for (const child of view.channels.values()) {
    if (child.parent_id !== before.id || fingerprint(child.permission_overwrites) !== old) continue
    await saveChannel(work, child, { ...child, permission_overwrites: after.permission_overwrites })
  }
}

function fingerprint(overwrites: readonly Overwrite[]): string {
  return overwrites
    .map(({ id, type, allow, deny }) => `${id} ${type} ${allow} ${deny}`)
    .sort()
    .join()
}

/** Returns the audit log changes of a created or deleted channel. */
export function auditedChannel(channel: Channel, side: 'old_value' | 'new_value'): AuditLogChangeObject[] {
  const { archived, locked, invitable, auto_archive_duration } = channel.thread_metadata ?? {}
  const fields = { ...presentChannel(channel), archived, locked, invitable, auto_archive_duration }
  const keys = channel.thread_metadata ? AUDITED_OF_THREADS : ([...AUDITED, 'permission_overwrites'] as const)
  return side === 'new_value' ? changesBetween({}, fields, keys) : changesBetween(fields, {}, keys)
}

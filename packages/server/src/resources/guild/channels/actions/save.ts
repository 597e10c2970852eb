import { ApiError, AuditLogAction, type AuditLogChangeObject, type Snowflake } from '@guildhall/protocol'
import { guildTopic, userTopic } from '../../../../kernel/event.ts'
import type { Channel, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { removeFilesOfChannel } from '../../../accounts/files/index.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { channelUnlinked } from '../consequences.ts'
import { dmCreate, dmDelete } from '../dm-events.ts'
import * as dmStore from '../dm-store.ts'
import { channelCreate, channelDelete, channelUpdate } from '../events.ts'
import { isOfLinkableKind } from '../model.ts'
import { presentChannel } from '../present.ts'
import * as store from '../store.ts'

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
  'default_thread_rate_limit_per_user',
  'default_reaction_emoji',
  'default_sort_order',
  'default_forum_layout',
  'type',
] as const

function guildIdOf(channel: Channel): Snowflake {
  if (channel.guild_id === null) throw new ApiError('CANNOT_EXECUTE_ON_DM')
  return channel.guild_id
}

/** Returns the audit log changes of a created or deleted channel. */
function auditChanges(channel: Channel, side: 'old_value' | 'new_value'): AuditLogChangeObject[] {
  const fields = presentChannel(channel)
  const keys = [...AUDITED, 'permission_overwrites'] as const
  return side === 'new_value' ? changesBetween({}, fields, keys) : changesBetween(fields, {}, keys)
}

/** Stores a new guild channel, emits CHANNEL_CREATE and writes the audit log entry. */
export async function createChannel(work: Work, channel: Channel): Promise<void> {
  const guildId = guildIdOf(channel)
  await store.insertChannel(work, channel)
  work.emit(channelCreate, guildTopic(guildId), channel)
  const changes = auditChanges(channel, 'new_value')
  await audit(work, { guildId, action: AuditLogAction.CHANNEL_CREATE, targetId: channel.id, changes })
}

/** Stores a channel of a guild that is being created. Emits nothing, because GUILD_CREATE contains the channel. */
export async function addChannelOfNewGuild(
  work: Work,
  channel: Parameters<typeof store.insertChannel>[1],
): Promise<void> {
  await store.insertChannel(work, channel)
}

/**
 * Stores a changed guild channel, emits CHANNEL_UPDATE and writes the audit log entry. Changes of overwrites have
 * their own entries, which `saveWithOverwrites` writes. A channel that becomes age-restricted, or no text channel,
 * loses the link to its lobby.
 */
export async function saveChannel(work: Work, before: Channel, changed: Channel): Promise<void> {
  const guildId = guildIdOf(changed)
  const unlinked = changed.linked_lobby !== null && !isOfLinkableKind(changed)
  const after = unlinked ? { ...changed, linked_lobby: null } : changed
  await store.updateChannel(work, after)
  if (unlinked) await work.follow(channelUnlinked, changed)
  work.emit(channelUpdate, guildTopic(guildId), after)
  const changes = changesBetween(presentChannel(before), presentChannel(after), AUDITED)
  if (changes.length > 0)
    await audit(work, { guildId, action: AuditLogAction.CHANNEL_UPDATE, targetId: after.id, changes })
}

/**
 * Deletes a guild channel, emits CHANNEL_DELETE and writes the audit log entry. `inside` lists the channels that were
 * in the category. Threads must be deleted before.
 */
export async function deleteChannel(work: Work, channel: Channel, inside: readonly Channel[]): Promise<void> {
  const guildId = guildIdOf(channel)
  await deleteChannelRows(work, channel.id)
  if (channel.linked_lobby) await work.follow(channelUnlinked, channel)
  work.emit(channelDelete, guildTopic(guildId), { channel, inside })
  const changes = auditChanges(channel, 'old_value')
  await audit(work, { guildId, action: AuditLogAction.CHANNEL_DELETE, targetId: channel.id, changes })
}

/** Deletes the rows of a channel or thread, with its messages, invites, webhooks, members and files. Emits nothing. */
export async function deleteChannelRows(work: Work, channelId: Snowflake): Promise<void> {
  await removeFilesOfChannel(work, channelId)
  await store.deleteChannel(work, channelId)
}

/** Stores a DM of two users, closed for both. */
export async function createDm(work: Work, one: Snowflake, other: Snowflake): Promise<Channel> {
  return dmStore.insertDm(work, work.nextId(), one, other)
}

/** Opens a DM or group DM for one of its recipients. */
export async function openDmFor(
  work: Work,
  channel: Channel,
  viewerId: Snowflake,
  recipients: readonly User[],
): Promise<void> {
  await dmStore.updateDmRecipient(work, channel.id, viewerId, { open: true })
  work.emit(dmCreate, userTopic(viewerId), { channel, viewerId, recipients })
}

/** Closes a DM for one of its recipients. It opens again with its next message. */
export async function closeDmFor(
  work: Work,
  channel: Channel,
  viewerId: Snowflake,
  recipients: readonly User[],
): Promise<void> {
  await dmStore.updateDmRecipient(work, channel.id, viewerId, { open: false })
  work.emit(dmDelete, userTopic(viewerId), { channel, viewerId, recipients })
}

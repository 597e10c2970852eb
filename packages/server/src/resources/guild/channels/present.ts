import assert from 'node:assert/strict'
import {
  type ChannelObject,
  ChannelType,
  type ForumTagObject,
  type OverwriteObject,
  type ThreadMetadataObject,
  type ThreadObject,
  wireTime,
  wireTimeOrNull,
} from '@guildhall/protocol'
import type { Channel, ForumTag, LinkedLobby, Overwrite, ThreadMetadata, User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'
import { isForum, isVoice } from './model.ts'

const idOrNull = (id: bigint | null): string | null => id?.toString() ?? null

function presentOverwrite(overwrite: Overwrite): OverwriteObject {
  const { id, type, allow, deny } = overwrite
  return { id: id.toString(), type, allow: allow.toString(), deny: deny.toString() }
}

function presentTag(tag: ForumTag): ForumTagObject {
  const { id, name, moderated, emoji_id, emoji_name } = tag
  return { id: id.toString(), name, moderated, emoji_id: idOrNull(emoji_id), emoji_name }
}

/** Returns the metadata of a thread. */
export function presentThreadMetadata(metadata: ThreadMetadata): ThreadMetadataObject {
  return {
    archived: metadata.archived,
    archive_timestamp: wireTime(metadata.archive_timestamp),
    auto_archive_duration: metadata.auto_archive_duration,
    locked: metadata.locked,
    create_timestamp: wireTime(metadata.create_timestamp),
    ...(metadata.invitable === null ? {} : { invitable: metadata.invitable }),
  }
}

/** Returns a guild channel or thread with the fields of its type; unset nullable fields are null. [CH-9] */
export function presentChannel(channel: Channel): ChannelObject {
  if (channel.thread_metadata) return presentThread(channel)
  const object: ChannelObject = {
    id: channel.id.toString(),
    type: channel.type,
    ...(channel.guild_id !== null && { guild_id: channel.guild_id.toString() }),
    name: channel.name,
    position: channel.position,
    parent_id: idOrNull(channel.parent_id),
    permission_overwrites: channel.permission_overwrites.map(presentOverwrite),
    flags: channel.flags,
    nsfw: channel.nsfw,
  }
  if (channel.application_id !== undefined) object.application_id = idOrNull(channel.application_id)
  if (channel.type === ChannelType.GUILD_CATEGORY) return object
  object.topic = channel.topic
  object.last_message_id = idOrNull(channel.last_message_id)
  object.rate_limit_per_user = channel.rate_limit_per_user
  object.last_pin_timestamp = wireTimeOrNull(channel.last_pin_timestamp)
  if (isVoice(channel.type)) return { ...object, ...voiceFields(channel) }
  if (channel.linked_lobby) object.linked_lobby = presentLinkedLobby(channel.linked_lobby)
  if (channel.default_auto_archive_duration !== null) {
    object.default_auto_archive_duration = channel.default_auto_archive_duration
  }
  if (isForum(channel.type)) return { ...object, ...forumFields(channel) }
  if (channel.default_thread_rate_limit_per_user > 0) {
    object.default_thread_rate_limit_per_user = channel.default_thread_rate_limit_per_user
  }
  return object
}

function presentLinkedLobby({ lobby_id, application_id }: LinkedLobby) {
  return { lobby_id: lobby_id.toString(), application_id: application_id.toString() }
}

function voiceFields(channel: Channel): Partial<ChannelObject> {
  const { bitrate, user_limit, rtc_region, video_quality_mode } = channel
  return { bitrate, user_limit, rtc_region, video_quality_mode }
}

function forumFields(channel: Channel): Partial<ChannelObject> {
  const reaction = channel.default_reaction_emoji
  return {
    available_tags: channel.available_tags.map(presentTag),
    default_reaction_emoji: reaction && { emoji_id: idOrNull(reaction.emoji_id), emoji_name: reaction.emoji_name },
    default_sort_order: channel.default_sort_order,
    default_forum_layout: channel.default_forum_layout,
    default_thread_rate_limit_per_user: channel.default_thread_rate_limit_per_user,
  }
}

/** Returns the channel object of a thread. */
export function presentThread(channel: Channel): ThreadObject {
  const { guild_id, owner_id, name, thread_metadata } = channel
  assert(
    guild_id !== null && owner_id !== null && name !== null && thread_metadata !== null,
    `${channel.id} is a thread`,
  )
  return {
    id: channel.id.toString(),
    type: channel.type,
    guild_id: guild_id.toString(),
    parent_id: idOrNull(channel.parent_id),
    owner_id: owner_id.toString(),
    name,
    last_message_id: idOrNull(channel.last_message_id),
    last_pin_timestamp: wireTimeOrNull(channel.last_pin_timestamp),
    rate_limit_per_user: channel.rate_limit_per_user,
    message_count: channel.message_count,
    member_count: Math.min(channel.member_count, 50),
    total_message_sent: channel.total_message_sent,
    flags: channel.flags,
    applied_tags: channel.applied_tags.map(String),
    thread_metadata: presentThreadMetadata(thread_metadata),
  }
}

/** Returns a DM for one of its recipients; `recipients` lists the others. [CH-4] */
export function presentDm(channel: Channel, viewerId: bigint, recipients: readonly User[]): ChannelObject {
  const object: ChannelObject = {
    id: channel.id.toString(),
    type: channel.type,
    last_message_id: idOrNull(channel.last_message_id),
    last_pin_timestamp: wireTimeOrNull(channel.last_pin_timestamp),
    flags: channel.flags,
    recipients: recipients.filter((user) => user.id !== viewerId).map(presentUser),
  }
  if (channel.type === ChannelType.GROUP_DM) {
    object.name = channel.name
    object.icon = channel.icon
    if (channel.owner_id !== null) object.owner_id = channel.owner_id.toString()
    if (channel.application_id) {
      object.application_id = channel.application_id.toString()
      object.managed = true
    }
    const nicks = Object.entries(channel.nicks).map(([id, nick]) => ({ id, nick }))
    if (nicks.length > 0) object.nicks = nicks
  }
  return object
}

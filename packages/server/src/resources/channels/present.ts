import { ChannelType, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { Channel, ForumTag, Overwrite, ThreadMetadata, User } from '../../kernel/model.ts'
import { presentUser } from '../users/index.ts'

type Wire = Record<string, unknown>
const idOrNull = (id: bigint | null): string | null => id?.toString() ?? null

const VOICE_TYPES: readonly number[] = [ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE]
const FORUM_TYPES: readonly number[] = [ChannelType.GUILD_FORUM, ChannelType.GUILD_MEDIA]
const THREAD_TYPES: readonly number[] = [
  ChannelType.ANNOUNCEMENT_THREAD,
  ChannelType.PUBLIC_THREAD,
  ChannelType.PRIVATE_THREAD,
]

export function presentOverwrite(overwrite: Overwrite): Wire {
  const { id, type, allow, deny } = overwrite
  return { id: id.toString(), type, allow: allow.toString(), deny: deny.toString() }
}

export function presentTag(tag: ForumTag): Wire {
  const { id, name, moderated, emoji_id, emoji_name } = tag
  return { id: id.toString(), name, moderated, emoji_id: idOrNull(emoji_id), emoji_name }
}

export function presentThreadMetadata(metadata: ThreadMetadata): Wire {
  return {
    archived: metadata.archived,
    archive_timestamp: wireTime(metadata.archive_timestamp),
    auto_archive_duration: metadata.auto_archive_duration,
    locked: metadata.locked,
    create_timestamp: wireTime(metadata.create_timestamp),
    ...(metadata.invitable === null ? {} : { invitable: metadata.invitable }),
  }
}

/** A guild channel or thread: the fields of its type, each nullable one there as null. [CH-9] */
export function presentChannel(channel: Channel): Wire {
  if (channel.thread_metadata) return presentThread(channel, channel.thread_metadata)
  const wire: Wire = {
    id: channel.id.toString(),
    type: channel.type,
    guild_id: idOrNull(channel.guild_id),
    name: channel.name,
    position: channel.position,
    parent_id: idOrNull(channel.parent_id),
    permission_overwrites: channel.permission_overwrites.map(presentOverwrite),
    flags: channel.flags,
    nsfw: channel.nsfw,
  }
  if (channel.application_id !== undefined) wire.application_id = idOrNull(channel.application_id)
  if (channel.type === ChannelType.GUILD_CATEGORY) return wire
  Object.assign(wire, {
    topic: channel.topic,
    last_message_id: idOrNull(channel.last_message_id),
    rate_limit_per_user: channel.rate_limit_per_user,
    last_pin_timestamp: wireTimeOrNull(channel.last_pin_timestamp),
  })
  if (VOICE_TYPES.includes(channel.type)) Object.assign(wire, voiceFields(channel))
  else if (channel.default_auto_archive_duration !== null) {
    wire.default_auto_archive_duration = channel.default_auto_archive_duration
  }
  if (FORUM_TYPES.includes(channel.type)) Object.assign(wire, forumFields(channel))
  return wire
}

function voiceFields(channel: Channel): Wire {
  const { bitrate, user_limit, rtc_region, video_quality_mode } = channel
  return { bitrate, user_limit, rtc_region, video_quality_mode }
}

function forumFields(channel: Channel): Wire {
  const reaction = channel.default_reaction_emoji
  return {
    available_tags: channel.available_tags.map(presentTag),
    default_reaction_emoji: reaction && { emoji_id: idOrNull(reaction.emoji_id), emoji_name: reaction.emoji_name },
    default_sort_order: channel.default_sort_order,
    default_forum_layout: channel.default_forum_layout,
    default_thread_rate_limit_per_user: channel.default_thread_rate_limit_per_user,
  }
}

function presentThread(channel: Channel, metadata: ThreadMetadata): Wire {
  return {
    id: channel.id.toString(),
    type: channel.type,
    guild_id: idOrNull(channel.guild_id),
    parent_id: idOrNull(channel.parent_id),
    owner_id: idOrNull(channel.owner_id),
    name: channel.name,
    last_message_id: idOrNull(channel.last_message_id),
    last_pin_timestamp: wireTimeOrNull(channel.last_pin_timestamp),
    rate_limit_per_user: channel.rate_limit_per_user,
    message_count: channel.message_count,
    member_count: Math.min(channel.member_count, 50),
    total_message_sent: channel.total_message_sent,
    flags: channel.flags,
    applied_tags: channel.applied_tags.map(String),
    thread_metadata: presentThreadMetadata(metadata),
  }
}

/** A DM as one of its recipients sees it: without themselves. [CH-4] */
export function presentDm(channel: Channel, viewerId: bigint, recipients: readonly User[]): Wire {
  const wire: Wire = {
    id: channel.id.toString(),
    type: channel.type,
    last_message_id: idOrNull(channel.last_message_id),
    last_pin_timestamp: wireTimeOrNull(channel.last_pin_timestamp),
    flags: channel.flags,
    recipients: recipients.filter((user) => user.id !== viewerId).map(presentUser),
  }
  if (channel.type === ChannelType.GROUP_DM) {
    Object.assign(wire, { name: channel.name, icon: channel.icon, owner_id: idOrNull(channel.owner_id) })
    if (channel.application_id)
      Object.assign(wire, { application_id: channel.application_id.toString(), managed: true })
    const nicks = Object.entries(channel.nicks).map(([id, nick]) => ({ id, nick }))
    if (nicks.length > 0) wire.nicks = nicks
  }
  return wire
}

export function isThread(type: number): boolean {
  return THREAD_TYPES.includes(type)
}

/** Forums and media channels hold threads alone. */
export function isForum(type: number): boolean {
  return FORUM_TYPES.includes(type)
}

export function isVoice(type: number): boolean {
  return VOICE_TYPES.includes(type)
}

import { type Static, Type } from 'typebox'
import { MemberObject } from './member.ts'
import { UserObject } from './user.ts'
import { Bits, Flag, Id, Int, nullable, optional, optionalNullable, Text, Time } from './wire.ts'

export const OverwriteObject = Type.Object({ id: Id, type: Int, allow: Bits, deny: Bits }, { title: 'Overwrite' })
export type OverwriteObject = Static<typeof OverwriteObject>

export const ThreadMetadataObject = Type.Object(
  {
    archived: Flag,
    auto_archive_duration: Int,
    archive_timestamp: Time,
    locked: Flag,
    invitable: optional(Flag),
    create_timestamp: optionalNullable(Time),
  },
  { title: 'ThreadMetadata' },
)
export type ThreadMetadataObject = Static<typeof ThreadMetadataObject>

export const ThreadMemberObject = Type.Object(
  { id: optional(Id), user_id: optional(Id), join_timestamp: Time, flags: Int, member: optional(MemberObject) },
  { title: 'ThreadMember' },
)
export type ThreadMemberObject = Static<typeof ThreadMemberObject>

export const ForumTagObject = Type.Object(
  { id: Id, name: Text, moderated: Flag, emoji_id: nullable(Id), emoji_name: nullable(Text) },
  { title: 'ForumTag' },
)
export type ForumTagObject = Static<typeof ForumTagObject>

export const DefaultReactionObject = Type.Object(
  { emoji_id: nullable(Id), emoji_name: nullable(Text) },
  { title: 'DefaultReaction' },
)
export type DefaultReactionObject = Static<typeof DefaultReactionObject>

/** Fields of channels of every type; `type` decides which are present. [CH-9] */
const channelFields = {
  id: Id,
  type: Int,
  guild_id: optional(Id),
  position: optional(Int),
  permission_overwrites: optional(Type.Array(OverwriteObject)),
  name: optionalNullable(Text),
  topic: optionalNullable(Text),
  nsfw: optional(Flag),
  last_message_id: optionalNullable(Id),
  bitrate: optional(Int),
  user_limit: optional(Int),
  rate_limit_per_user: optional(Int),
  recipients: optional(Type.Array(UserObject)),
  icon: optionalNullable(Text),
  owner_id: optional(Id),
  application_id: optionalNullable(Id),
  managed: optional(Flag),
  parent_id: optionalNullable(Id),
  last_pin_timestamp: optionalNullable(Time),
  rtc_region: optionalNullable(Text),
  video_quality_mode: optional(Int),
  message_count: optional(Int),
  member_count: optional(Int),
  thread_metadata: optional(ThreadMetadataObject),
  member: optional(ThreadMemberObject),
  default_auto_archive_duration: optionalNullable(Int),
  permissions: optional(Bits),
  app_permissions: optional(Bits),
  flags: optional(Int),
  total_message_sent: optional(Int),
  available_tags: optional(Type.Array(ForumTagObject)),
  applied_tags: optional(Type.Array(Id)),
  default_reaction_emoji: optionalNullable(DefaultReactionObject),
  default_thread_rate_limit_per_user: optional(Int),
  default_sort_order: optionalNullable(Int),
  default_forum_layout: optional(Int),
  default_tag_setting: optionalNullable(Text),
  /** Nicknames that an application gave the recipients of its group DM. */
  nicks: optional(Type.Array(Type.Object({ id: Id, nick: Text }))),
  /** Lobby of a game that reads and writes in the channel. */
  linked_lobby: optionalNullable(Type.Object({ lobby_id: Id, application_id: Id })),
  /** For players who choose a channel to link. */
  is_linkable: optional(Flag),
  is_viewable_and_writeable_by_all_members: optional(Flag),
  /** True in the THREAD_CREATE of a new thread. */
  newly_created: optional(Flag),
}

export const ChannelObject = Type.Object(channelFields, { title: 'Channel' })
export type ChannelObject = Static<typeof ChannelObject>

export const ThreadObject = Type.Object(
  {
    ...channelFields,
    guild_id: Id,
    name: Text,
    owner_id: Id,
    parent_id: nullable(Id),
    thread_metadata: ThreadMetadataObject,
    flags: Int,
    message_count: Int,
    member_count: Int,
    total_message_sent: Int,
  },
  { title: 'Thread' },
)
export type ThreadObject = Static<typeof ThreadObject>

/**
 * Channel of an interaction. `permissions` are those of the invoking user, `app_permissions` those of the bot if it is
 * a member. [CH-10]
 */
export const PartialChannelObject = Type.Pick(
  ChannelObject,
  [
    'id',
    'name',
    'type',
    'permissions',
    'app_permissions',
    'last_message_id',
    'last_pin_timestamp',
    'nsfw',
    'parent_id',
    'guild_id',
    'flags',
    'rate_limit_per_user',
    'topic',
    'position',
    'thread_metadata',
  ],
  { title: 'PartialChannel' },
)
export type PartialChannelObject = Static<typeof PartialChannelObject>

export const ThreadListObject = Type.Object(
  { threads: Type.Array(ThreadObject), members: Type.Array(ThreadMemberObject), has_more: optional(Flag) },
  { title: 'ThreadList' },
)
export type ThreadListObject = Static<typeof ThreadListObject>

/** Open threads of channels that became visible, in THREAD_LIST_SYNC. */
export const ThreadListSyncObject = Type.Object(
  {
    guild_id: Id,
    channel_ids: Type.Array(Id),
    threads: Type.Array(ThreadObject),
    members: Type.Array(ThreadMemberObject),
  },
  { title: 'ThreadListSync' },
)
export type ThreadListSyncObject = Static<typeof ThreadListSyncObject>

export const FollowedChannelObject = Type.Object({ channel_id: Id, webhook_id: Id }, { title: 'FollowedChannel' })
export type FollowedChannelObject = Static<typeof FollowedChannelObject>

export const StageInstanceObject = Type.Object(
  {
    id: Id,
    guild_id: Id,
    channel_id: Id,
    topic: Text,
    privacy_level: Int,
    discoverable_disabled: Flag,
    guild_scheduled_event_id: nullable(Id),
  },
  { title: 'StageInstance' },
)
export type StageInstanceObject = Static<typeof StageInstanceObject>

export const VoiceRegionObject = Type.Object(
  { id: Text, name: Text, optimal: Flag, deprecated: Flag, custom: Flag },
  { title: 'VoiceRegion' },
)
export type VoiceRegionObject = Static<typeof VoiceRegionObject>

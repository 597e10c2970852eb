import { type Static, Type } from 'typebox'
import { MemberObject } from './member.ts'
import { UserObject } from './user.ts'
import { Bits, Flag, Id, Int, maybe, maybeNull, nullable, Text, Time } from './wire.ts'

export const OverwriteObject = Type.Object({ id: Id, type: Int, allow: Bits, deny: Bits }, { title: 'Overwrite' })
export type OverwriteObject = Static<typeof OverwriteObject>

export const ThreadMetadataObject = Type.Object(
  {
    archived: Flag,
    auto_archive_duration: Int,
    archive_timestamp: Time,
    locked: Flag,
    invitable: maybe(Flag),
    create_timestamp: maybeNull(Time),
  },
  { title: 'ThreadMetadata' },
)
export type ThreadMetadataObject = Static<typeof ThreadMetadataObject>

export const ThreadMemberObject = Type.Object(
  { id: maybe(Id), user_id: maybe(Id), join_timestamp: Time, flags: Int, member: maybe(MemberObject) },
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
  guild_id: maybe(Id),
  position: maybe(Int),
  permission_overwrites: maybe(Type.Array(OverwriteObject)),
  name: maybeNull(Text),
  topic: maybeNull(Text),
  nsfw: maybe(Flag),
  last_message_id: maybeNull(Id),
  bitrate: maybe(Int),
  user_limit: maybe(Int),
  rate_limit_per_user: maybe(Int),
  recipients: maybe(Type.Array(UserObject)),
  icon: maybeNull(Text),
  owner_id: maybe(Id),
  application_id: maybeNull(Id),
  managed: maybe(Flag),
  parent_id: maybeNull(Id),
  last_pin_timestamp: maybeNull(Time),
  rtc_region: maybeNull(Text),
  video_quality_mode: maybe(Int),
  message_count: maybe(Int),
  member_count: maybe(Int),
  thread_metadata: maybe(ThreadMetadataObject),
  member: maybe(ThreadMemberObject),
  default_auto_archive_duration: maybeNull(Int),
  permissions: maybe(Bits),
  app_permissions: maybe(Bits),
  flags: maybe(Int),
  total_message_sent: maybe(Int),
  available_tags: maybe(Type.Array(ForumTagObject)),
  applied_tags: maybe(Type.Array(Id)),
  default_reaction_emoji: maybeNull(DefaultReactionObject),
  default_thread_rate_limit_per_user: maybe(Int),
  default_sort_order: maybeNull(Int),
  default_forum_layout: maybe(Int),
  default_tag_setting: maybeNull(Text),
  /** Nicknames that an application gave the recipients of its group DM. */
  nicks: maybe(Type.Array(Type.Object({ id: Id, nick: Text }))),
  /** True in the THREAD_CREATE of a new thread. */
  newly_created: maybe(Flag),
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

/** Channel of an interaction: `permissions` are the invoking user's, `app_permissions` the bot's, if it is a member. [CH-10] */
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
  { threads: Type.Array(ThreadObject), members: Type.Array(ThreadMemberObject), has_more: maybe(Flag) },
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

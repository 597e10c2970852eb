import type { ActivityObject, Instant, RoleTagsObject, Snowflake } from '@guildhall/protocol'

export type { Application, ApplicationData, ExternalAuth, StoredActivityConfig } from './application-model.ts'

/**
 * Inside objects of the platform: ids and permission bits are bigint, times are instants, field names are the
 * protocol's. A resource's store makes them from rows (the `data` column spread in), and its present.ts makes wire
 * objects from them.
 */

export interface UserData {
  avatar: string | null
  banner: string | null
  accent_color: number | null
  public_flags: number
  /** 0 none, 1, 2, 3; shown to approved applications only. [USR-1] */
  premium_type: number
  /** Language that the user chose; null while clients follow the device. */
  locale: string | null
  email: string | null
  verified: boolean
  mfa_enabled: boolean
  /** Kinds of second factors: 1 passkey, 2 authenticator app. */
  authenticator_types: readonly number[]
  bio: string
  primary_guild: PrimaryGuild | null
  /** Audience of the custom status: 0 unset, 1 friends, 2 friends and small guilds, 3 all. [EVT-1] */
  profile_visibility: number
  /** Whether bots of shared guilds may send this person direct messages. */
  allow_dms: boolean
  /** Bits of `FriendSource`: users who may send this person friend requests. */
  friend_sources: number
  /** Application that a provisional account was created for; null for a full account. */
  provisional_for: Snowflake | null
  /** Whether the account was deleted. It stays as the author of what it wrote. */
  deleted: boolean
}

export interface PrimaryGuild {
  identity_guild_id: string | null
  identity_enabled: boolean | null
  tag: string | null
  badge: string | null
}

export interface User extends UserData {
  id: Snowflake
  username: string
  discriminator: string
  global_name: string | null
  bot: boolean
}

export interface GuildData {
  icon: string | null
  splash: string | null
  discovery_splash: string | null
  banner: string | null
  description: string | null
  features: string[]
  verification_level: number
  default_message_notifications: number
  explicit_content_filter: number
  mfa_level: number
  nsfw_level: number
  premium_tier: number
  premium_subscription_count: number
  premium_progress_bar_enabled: boolean
  preferred_locale: string
  afk_channel_id: Snowflake | null
  afk_timeout: number
  system_channel_id: Snowflake | null
  system_channel_flags: number
  rules_channel_id: Snowflake | null
  public_updates_channel_id: Snowflake | null
  safety_alerts_channel_id: Snowflake | null
  widget_enabled: boolean
  widget_channel_id: Snowflake | null
  vanity_url_code: string | null
  /** Tag that members may show beside their names, 1 to 4 characters. [USR-4] */
  tag: string | null
  home_header: string | null
  incidents: Incidents | null
}

/** Paused features of a guild, and the detections that led to it. */
export interface Incidents {
  invites_disabled_until: Instant | null
  dms_disabled_until: Instant | null
  dm_spam_detected_at: Instant | null
  raid_detected_at: Instant | null
}

export interface Guild extends GuildData {
  id: Snowflake
  name: string
  owner_id: Snowflake
}

export interface RoleData {
  color: number
  colors: { primary_color: number; secondary_color: number | null; tertiary_color: number | null }
  hoist: boolean
  icon: string | null
  unicode_emoji: string | null
  managed: boolean
  mentionable: boolean
  tags: RoleTagsObject | null
  flags: number
}

export interface StoredRole extends RoleData {
  id: Snowflake
  guild_id: Snowflake
  name: string
  position: number
  permissions: bigint
}

/** Type 0 applies to a role, 1 to a member. */
export interface Overwrite {
  id: Snowflake
  type: number
  allow: bigint
  deny: bigint
}

export interface ThreadMetadata {
  archived: boolean
  auto_archive_duration: number
  /** Time at which `archived` last changed, or the thread was created. */
  archive_timestamp: Instant
  locked: boolean
  invitable: boolean | null
  create_timestamp: Instant
}

export interface ForumTag {
  id: Snowflake
  name: string
  moderated: boolean
  emoji_id: Snowflake | null
  emoji_name: string | null
}

/** Fields outside a channel's type keep their defaults; present.ts knows which fields each type has. */
export interface ChannelData {
  permission_overwrites: Overwrite[]
  topic: string | null
  nsfw: boolean
  rate_limit_per_user: number
  bitrate: number
  user_limit: number
  rtc_region: string | null
  video_quality_mode: number
  flags: number
  default_auto_archive_duration: number | null
  default_thread_rate_limit_per_user: number
  default_reaction_emoji: { emoji_id: Snowflake | null; emoji_name: string | null } | null
  default_sort_order: number | null
  default_forum_layout: number
  available_tags: ForumTag[]
  last_pin_timestamp: Instant | null
  icon: string | null
  /** Whether the object carries `application_id`, and which: by the date of creation. [CH-2] */
  application_id: Snowflake | null | undefined
  /** Names that an application gives the recipients of its group DM, by user id. */
  nicks: Record<string, string>
  // Threads and group DMs
  owner_id: Snowflake | null
  thread_metadata: ThreadMetadata | null
  applied_tags: Snowflake[]
  message_count: number
  total_message_sent: number
  member_count: number
  /** Lobby whose game reads and writes in this text channel. */
  linked_lobby: LinkedLobby | null
}

/** The lobby that a channel is linked to. */
export interface LinkedLobby {
  lobby_id: Snowflake
  application_id: Snowflake
}

export interface Channel extends ChannelData {
  id: Snowflake
  guild_id: Snowflake | null
  type: number
  parent_id: Snowflake | null
  name: string | null
  position: number
  last_message_id: Snowflake | null
  /** DMs and group DMs: all recipients, the viewer included. */
  recipient_ids: Snowflake[]
}

export interface MemberData {
  avatar: string | null
  banner: string | null
  bio: string | null
  deaf: boolean
  mute: boolean
  flags: number
  pending: boolean
  premium_since: Instant | null
  communication_disabled_until: Instant | null
  /** A temporary membership, by an invite: without a role it ends with the member's last session. */
  temporary: boolean
}

export interface Member extends MemberData {
  guild_id: Snowflake
  user_id: Snowflake
  nick: string | null
  joined_at: Instant
  /** Roles without @everyone. */
  roles: Snowflake[]
}

export interface EmojiData {
  /** Creator; visible only to members who may manage expressions. */
  user_id: Snowflake | null
  roles: Snowflake[]
  require_colons: boolean
  managed: boolean
  animated: boolean
  available: boolean
}

export interface StoredEmoji extends EmojiData {
  id: Snowflake
  guild_id: Snowflake | null
  application_id: Snowflake | null
  name: string
}

/** Recurrence of an event; unused lists are null. Weekdays begin with Monday as 0. */
export interface RecurrenceRule {
  start: Instant
  frequency: number
  interval: number
  by_weekday: number[] | null
  by_n_weekday: { n: number; day: number }[] | null
  by_month: number[] | null
  by_month_day: number[] | null
}

/** One occurrence with another time, or a cancelled one; null keeps the time of the rule. */
export interface EventException {
  /** Snowflake of the original time. */
  id: Snowflake
  original_scheduled_start_time: Instant
  scheduled_start_time: Instant | null
  scheduled_end_time: Instant | null
  is_canceled: boolean
}

export interface ScheduledEventData {
  name: string
  description: string | null
  image: string | null
  creator_id: Snowflake | null
  channel_id: Snowflake | null
  /** The active or next occurrence of a recurring event. */
  scheduled_start_time: Instant
  scheduled_end_time: Instant | null
  entity_type: number
  /** The stage instance that was opened for the event. */
  entity_id: Snowflake | null
  /** Location of an external event. */
  location: string | null
  recurrence_rule: RecurrenceRule | null
  exceptions: EventException[]
}

export interface StoredScheduledEvent extends ScheduledEventData {
  id: Snowflake
  guild_id: Snowflake
  status: number
}

/** A stage channel with an open stage instance. */
export interface StoredStageInstance {
  id: Snowflake
  guild_id: Snowflake
  channel_id: Snowflake
  topic: string
  privacy_level: number
  guild_scheduled_event_id: Snowflake | null
}

/** A guild sticker, or a standard sticker of a pack. */
export interface StoredSticker {
  id: Snowflake
  /** Null for standard stickers. */
  guild_id: Snowflake | null
  name: string
  description: string | null
  tags: string
  format_type: number
  user_id: Snowflake | null
}

export interface StoredSoundboardSound {
  id: Snowflake
  guild_id: Snowflake
  name: string
  /** 0 to 1. */
  volume: number
  emoji_id: Snowflake | null
  emoji_name: string | null
  user_id: Snowflake
}

/** Presence of a user; its activities are wire objects that presence rules have checked. */
export interface Presence {
  user_id: Snowflake
  status: string
  activities: ActivityObject[]
  client_status: Record<string, string>
}

/** Presence of a user for friends: in all, and in each game that the user plays. */
export interface UserPresence {
  readonly presence: Presence
  /** Presence that the sessions of one game give, by application; without games that reveal none. */
  readonly inGames: ReadonlyMap<Snowflake, Presence>
}

/** Fields of an activity that no presence contains: they are for users who join its party or press its buttons. */
export interface ActivitySecrets {
  readonly application_id: string | null
  readonly party_id: string | null
  /** Whether users may join without an invite. */
  readonly party_public: boolean
  readonly join: string | null
  readonly spectate: string | null
  /** Links of the buttons, in the order of their labels. */
  readonly button_urls: readonly string[]
}

/** Presence that one session of a user gives, with or without a gateway connection. */
export interface SessionPresence {
  readonly status: string
  readonly activities: readonly ActivityObject[]
  /** Secrets of those activities that have any. */
  readonly secrets: readonly ActivitySecrets[]
  /** Field of `client_status`: desktop, mobile, web, vr or embedded. */
  readonly client: string
  /** Whether the client says that its person is away. Others are not told. */
  readonly afk?: true
}

export interface VoiceState {
  guild_id: Snowflake | null
  channel_id: Snowflake | null
  user_id: Snowflake
  session_id: string
  deaf: boolean
  mute: boolean
  self_deaf: boolean
  self_mute: boolean
  self_stream: boolean
  self_video: boolean
  suppress: boolean
  request_to_speak_timestamp: Instant | null
}

/** Only fields of the action type are set: the channel of an alert, the length of a timeout, the custom message. */
export interface StoredAutoModerationAction {
  type: number
  channel_id: Snowflake | null
  duration_seconds: number
  custom_message: string | null
}

export interface StoredAutoModerationRule {
  id: Snowflake
  guild_id: Snowflake
  name: string
  creator_id: Snowflake
  event_type: number
  trigger_type: number
  /** `trigger_metadata`; empty for trigger types without it. */
  trigger: {
    keyword_filter: string[]
    regex_patterns: string[]
    presets: number[]
    allow_list: string[]
    mention_total_limit: number
    mention_raid_protection_enabled: boolean
  }
  actions: StoredAutoModerationAction[]
  enabled: boolean
  exempt_roles: Snowflake[]
  exempt_channels: Snowflake[]
}

import type { Instant, Snowflake } from '@guildhall/protocol'

/** Snapshot of a guild under a code, from which people create guilds. */
export interface StoredGuildTemplate {
  code: string
  guild_id: Snowflake
  name: string
  description: string | null
  usage_count: number
  creator_id: Snowflake
  created_at: Instant
  /** The time of the snapshot. */
  updated_at: Instant
  snapshot: Snapshot
}

/**
 * Content of a template in its wire shape, with numbers in place of ids. As in the public description, the number of a
 * role or channel is an integer, and references to it are strings.
 */
export interface Snapshot {
  name: string
  description: string | null
  region: string | null
  verification_level: number
  default_message_notifications: number
  explicit_content_filter: number
  preferred_locale: string
  afk_timeout: number
  afk_channel_id: string | null
  system_channel_id: string | null
  system_channel_flags: number
  icon_hash: string | null
  roles: SnapshotRole[]
  channels: SnapshotChannel[]
}

/** Role of a snapshot. */
export interface SnapshotRole {
  /** 0 for @everyone. */
  id: number
  name: string
  permissions: string
  color: number
  colors: { primary_color: number; secondary_color: number | null; tertiary_color: number | null }
  hoist: boolean
  mentionable: boolean
  icon: string | null
  unicode_emoji: string | null
}

/** Channel of a snapshot; `type` is that of the new channel. */
export interface SnapshotChannel {
  id: number
  type: number
  name: string | null
  position: number
  topic: string | null
  bitrate: number
  user_limit: number
  nsfw: boolean
  rate_limit_per_user: number
  parent_id: string | null
  default_auto_archive_duration: number | null
  permission_overwrites: { id: string; type: number; allow: string; deny: string }[]
  available_tags: {
    id: number
    name: string
    emoji_id: string | null
    emoji_name: string | null
    moderated: boolean
  }[]
  template: string
  default_reaction_emoji: { emoji_id: string | null; emoji_name: string | null } | null
  default_thread_rate_limit_per_user: number
  default_sort_order: number | null
  default_forum_layout: number
  default_tag_setting: string | null
  theme_color: number | null
}

import { type Static, Type } from 'typebox'
import { Emoji, Sticker } from './emoji.ts'
import { Role } from './role.ts'
import { Flag, Id, Int, maybe, maybeNull, nullable, Text, Time } from './wire.ts'

export const UnavailableGuild = Type.Object({ id: Id, unavailable: maybe(Flag) }, { title: 'UnavailableGuild' })
export type UnavailableGuildObject = Static<typeof UnavailableGuild>

export const IncidentsData = Type.Object(
  {
    invites_disabled_until: nullable(Time),
    dms_disabled_until: nullable(Time),
    dm_spam_detected_at: maybeNull(Time),
    raid_detected_at: maybeNull(Time),
  },
  { title: 'IncidentsData' },
)

export const WelcomeScreen = Type.Object(
  {
    description: nullable(Text),
    welcome_channels: Type.Array(
      Type.Object({ channel_id: Id, description: Text, emoji_id: nullable(Id), emoji_name: nullable(Text) }),
    ),
  },
  { title: 'WelcomeScreen' },
)
export type WelcomeScreenObject = Static<typeof WelcomeScreen>

export const Guild = Type.Object(
  {
    id: Id,
    name: Text,
    icon: nullable(Text),
    icon_hash: maybeNull(Text),
    description: nullable(Text),
    home_header: nullable(Text),
    splash: nullable(Text),
    discovery_splash: nullable(Text),
    features: Type.Array(Text),
    banner: nullable(Text),
    owner_id: Id,
    owner: maybe(Flag),
    permissions: maybe(Text),
    application_id: nullable(Id),
    region: Text,
    afk_channel_id: nullable(Id),
    afk_timeout: Int,
    system_channel_id: nullable(Id),
    system_channel_flags: Int,
    widget_enabled: Flag,
    widget_channel_id: nullable(Id),
    verification_level: Int,
    roles: Type.Array(Role),
    default_message_notifications: Int,
    mfa_level: Int,
    explicit_content_filter: Int,
    max_presences: nullable(Int),
    max_members: Int,
    max_stage_video_channel_users: Int,
    max_video_channel_users: Int,
    vanity_url_code: nullable(Text),
    premium_tier: Int,
    premium_subscription_count: Int,
    preferred_locale: Text,
    rules_channel_id: nullable(Id),
    safety_alerts_channel_id: nullable(Id),
    public_updates_channel_id: nullable(Id),
    premium_progress_bar_enabled: Flag,
    premium_progress_bar_enabled_user_updated_at: maybeNull(Time),
    nsfw: Flag,
    nsfw_level: Int,
    emojis: Type.Array(Emoji),
    stickers: Type.Array(Sticker),
    incidents_data: nullable(IncidentsData),
    welcome_screen: maybe(WelcomeScreen),
    approximate_member_count: maybeNull(Int),
    approximate_presence_count: maybeNull(Int),
  },
  { title: 'Guild' },
)
export type GuildObject = Static<typeof Guild>

/** Beside interactions. */
export const PartialGuild = Type.Object(
  { id: Id, locale: maybe(Text), features: Type.Array(Text) },
  { title: 'PartialGuild' },
)
export type PartialGuildObject = Static<typeof PartialGuild>

export const GuildPreview = Type.Object(
  {
    id: Id,
    name: Text,
    icon: nullable(Text),
    splash: nullable(Text),
    discovery_splash: nullable(Text),
    home_header: maybeNull(Text),
    emojis: Type.Array(Emoji),
    features: Type.Array(Text),
    approximate_member_count: Int,
    approximate_presence_count: Int,
    description: nullable(Text),
    stickers: Type.Array(Sticker),
  },
  { title: 'GuildPreview' },
)
export type GuildPreviewObject = Static<typeof GuildPreview>

export const PruneResult = Type.Object({ pruned: nullable(Int) }, { title: 'PruneResult' })
export type PruneResultObject = Static<typeof PruneResult>

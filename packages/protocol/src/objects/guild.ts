import { type Static, Type } from 'typebox'
import { EmojiObject, PartialEmojiObject, StickerObject } from './emoji.ts'
import { RoleObject } from './role.ts'
import { UserObject } from './user.ts'
import { Flag, Id, Int, nullable, optional, optionalNullable, Text, Time } from './wire.ts'

export const UnavailableGuildObject = Type.Object(
  { id: Id, unavailable: optional(Flag) },
  { title: 'UnavailableGuild' },
)
export type UnavailableGuildObject = Static<typeof UnavailableGuildObject>

export const IncidentsDataObject = Type.Object(
  {
    invites_disabled_until: nullable(Time),
    dms_disabled_until: nullable(Time),
    dm_spam_detected_at: optionalNullable(Time),
    raid_detected_at: optionalNullable(Time),
  },
  { title: 'IncidentsData' },
)
export type IncidentsDataObject = Static<typeof IncidentsDataObject>

export const WelcomeScreenObject = Type.Object(
  {
    description: nullable(Text),
    welcome_channels: Type.Array(
      Type.Object({ channel_id: Id, description: Text, emoji_id: nullable(Id), emoji_name: nullable(Text) }),
    ),
  },
  { title: 'WelcomeScreen' },
)
export type WelcomeScreenObject = Static<typeof WelcomeScreenObject>

export const GuildObject = Type.Object(
  {
    id: Id,
    name: Text,
    icon: nullable(Text),
    icon_hash: optionalNullable(Text),
    description: nullable(Text),
    home_header: nullable(Text),
    splash: nullable(Text),
    discovery_splash: nullable(Text),
    features: Type.Array(Text),
    banner: nullable(Text),
    owner_id: Id,
    owner: optional(Flag),
    permissions: optional(Text),
    application_id: nullable(Id),
    region: Text,
    afk_channel_id: nullable(Id),
    afk_timeout: Int,
    system_channel_id: nullable(Id),
    system_channel_flags: Int,
    widget_enabled: Flag,
    widget_channel_id: nullable(Id),
    verification_level: Int,
    roles: Type.Array(RoleObject),
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
    premium_progress_bar_enabled_user_updated_at: optionalNullable(Time),
    nsfw: Flag,
    nsfw_level: Int,
    emojis: Type.Array(EmojiObject),
    stickers: Type.Array(StickerObject),
    incidents_data: nullable(IncidentsDataObject),
    welcome_screen: optional(WelcomeScreenObject),
    approximate_member_count: optionalNullable(Int),
    approximate_presence_count: optionalNullable(Int),
    hub_type: optionalNullable(Int),
    latest_onboarding_question_id: optionalNullable(Id),
    inventory_settings: optionalNullable(Type.Object({})),
  },
  { title: 'Guild' },
)
export type GuildObject = Static<typeof GuildObject>

/** Guild of an interaction. */
export const PartialGuildObject = Type.Object(
  { id: Id, locale: optional(Text), features: Type.Array(Text) },
  { title: 'PartialGuild' },
)
export type PartialGuildObject = Static<typeof PartialGuildObject>

export const GuildPreviewObject = Type.Object(
  {
    id: Id,
    name: Text,
    icon: nullable(Text),
    splash: nullable(Text),
    discovery_splash: nullable(Text),
    home_header: optionalNullable(Text),
    emojis: Type.Array(EmojiObject),
    features: Type.Array(Text),
    approximate_member_count: Int,
    approximate_presence_count: Int,
    description: nullable(Text),
    stickers: Type.Array(StickerObject),
  },
  { title: 'GuildPreview' },
)
export type GuildPreviewObject = Static<typeof GuildPreviewObject>

export const PruneResultObject = Type.Object({ pruned: nullable(Int) }, { title: 'PruneResult' })
export type PruneResultObject = Static<typeof PruneResultObject>

export const OnboardingPromptObject = Type.Object(
  {
    id: Id,
    title: Text,
    single_select: Flag,
    required: Flag,
    in_onboarding: Flag,
    type: Int,
    options: Type.Array(
      Type.Object({
        id: Id,
        title: Text,
        description: Text,
        emoji: PartialEmojiObject,
        role_ids: Type.Array(Id),
        channel_ids: Type.Array(Id),
      }),
    ),
  },
  { title: 'OnboardingPrompt' },
)
export type OnboardingPromptObject = Static<typeof OnboardingPromptObject>

export const GuildOnboardingObject = Type.Object(
  {
    guild_id: Id,
    prompts: Type.Array(OnboardingPromptObject),
    default_channel_ids: Type.Array(Id),
    enabled: Flag,
    mode: Int,
  },
  { title: 'GuildOnboarding' },
)
export type GuildOnboardingObject = Static<typeof GuildOnboardingObject>

export const NewMemberWelcomeObject = Type.Object(
  {
    guild_id: Id,
    enabled: Flag,
    welcome_message: optional(Type.Object({ author_ids: Type.Array(Id), message: Text })),
    new_member_actions: Type.Array(
      Type.Object({
        channel_id: Id,
        action_type: Int,
        title: Text,
        description: Text,
        emoji: optional(PartialEmojiObject),
      }),
    ),
    resource_channels: Type.Array(
      Type.Object({ channel_id: Id, title: Text, description: Text, emoji: optional(PartialEmojiObject) }),
    ),
  },
  { title: 'NewMemberWelcome' },
)
export type NewMemberWelcomeObject = Static<typeof NewMemberWelcomeObject>

export const WidgetSettingsObject = Type.Object(
  { enabled: Flag, channel_id: nullable(Id) },
  { title: 'WidgetSettings' },
)
export type WidgetSettingsObject = Static<typeof WidgetSettingsObject>

/** Online member of a widget; ids and avatars are placeholders. */
export const WidgetMemberObject = Type.Object(
  {
    id: Text,
    username: Text,
    discriminator: Text,
    avatar: Type.Null(),
    status: Text,
    avatar_url: Text,
    activity: optional(Type.Object({ name: Text })),
    deaf: optional(Flag),
    mute: optional(Flag),
    self_deaf: optional(Flag),
    self_mute: optional(Flag),
    suppress: optional(Flag),
    channel_id: optional(Id),
  },
  { title: 'WidgetMember' },
)
export type WidgetMemberObject = Static<typeof WidgetMemberObject>

export const WidgetObject = Type.Object(
  {
    id: Id,
    name: Text,
    instant_invite: nullable(Text),
    channels: Type.Array(Type.Object({ id: Id, name: Text, position: Int })),
    members: Type.Array(WidgetMemberObject),
    presence_count: Int,
  },
  { title: 'Widget' },
)
export type WidgetObject = Static<typeof WidgetObject>

export const VanityUrlObject = Type.Object({ code: nullable(Text), uses: Int }, { title: 'VanityUrl' })
export type VanityUrlObject = Static<typeof VanityUrlObject>

export const GuildJoinRequestObject = Type.Object(
  {
    id: Id,
    created_at: Time,
    reviewed_at: nullable(Time),
    application_status: nullable(Text),
    rejection_reason: nullable(Text),
    guild_id: Id,
    user_id: Id,
    user: optionalNullable(UserObject),
    actioned_by_user: optionalNullable(UserObject),
  },
  { title: 'GuildJoinRequest' },
)
export type GuildJoinRequestObject = Static<typeof GuildJoinRequestObject>

/**
 * Parts of wire objects that a world file has a place for. The server that is read may be anybody's, so that its
 * responses are checked like requests; what a world file bounds more tightly is cut or left out later.
 */
import { OptionalNullable, type Static, Text, Type } from '../../validation/schema.ts'

const Id = Type.String({ minLength: 1, maxLength: 20, pattern: '^[0-9]+$' })
const OptionalId = OptionalNullable(Id)
const Bits = Type.String({ minLength: 1, maxLength: 20, pattern: '^[0-9]+$' })
const Name = Text(0, 200)
const LongText = OptionalNullable(Text(0, 10_000))
const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const OptionalWhole = OptionalNullable(Whole)
const Flag = OptionalNullable(Type.Boolean())
const Moment = Type.String({ minLength: 10, maxLength: 40 })
const Ids = Type.Array(Id, { maxItems: 1_000 })
const Hash = OptionalNullable(Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' }))

/** A user. */
export const WireUser = Type.Object({
  id: Id,
  username: Name,
  global_name: OptionalNullable(Name),
  bot: Flag,
})
export type WireUser = Static<typeof WireUser>

const WireRole = Type.Object({
  id: Id,
  name: Name,
  permissions: Bits,
  position: Type.Integer({ minimum: -1, maximum: 10_000 }),
  color: OptionalWhole,
  hoist: Flag,
  mentionable: Flag,
  unicode_emoji: OptionalNullable(Name),
  tags: OptionalNullable(Type.Object({ bot_id: OptionalId })),
})
export type WireRole = Static<typeof WireRole>

const WireOverwrite = Type.Object({ id: Id, type: Whole, allow: Bits, deny: Bits })
export type WireOverwrite = Static<typeof WireOverwrite>

const EmojiReference = { emoji_id: OptionalId, emoji_name: OptionalNullable(Name) }
export type EmojiReference = { emoji_id?: string | null; emoji_name?: string | null }

const channelFields = {
  id: Id,
  type: Whole,
  name: OptionalNullable(Name),
  parent_id: OptionalId,
  rate_limit_per_user: OptionalWhole,
  flags: OptionalWhole,
}

/** A channel of a guild. */
export const WireChannel = Type.Object({
  ...channelFields,
  topic: LongText,
  nsfw: Flag,
  position: OptionalNullable(Type.Integer({ minimum: -1, maximum: 2 ** 31 - 1 })),
  bitrate: OptionalWhole,
  user_limit: OptionalWhole,
  default_auto_archive_duration: OptionalWhole,
  default_thread_rate_limit_per_user: OptionalWhole,
  default_reaction_emoji: OptionalNullable(Type.Object(EmojiReference)),
  default_sort_order: OptionalWhole,
  default_forum_layout: OptionalWhole,
  available_tags: OptionalNullable(
    Type.Array(Type.Object({ id: Id, name: Name, moderated: Flag, ...EmojiReference }), { maxItems: 100 }),
  ),
  permission_overwrites: OptionalNullable(Type.Array(WireOverwrite, { maxItems: 2_000 })),
})
export type WireChannel = Static<typeof WireChannel>

/** A thread. */
export const WireThread = Type.Object({
  ...channelFields,
  owner_id: OptionalId,
  applied_tags: OptionalNullable(Ids),
  thread_metadata: Type.Object({
    archived: Type.Boolean(),
    auto_archive_duration: Whole,
    archive_timestamp: Moment,
    locked: Flag,
    invitable: Flag,
  }),
})
export type WireThread = Static<typeof WireThread>

const WireEmoji = Type.Object({
  id: OptionalId,
  name: OptionalNullable(Name),
  animated: Flag,
  roles: OptionalNullable(Ids),
})
export type WireEmoji = Static<typeof WireEmoji>

/** A guild. */
export const WireGuild = Type.Object({
  id: Id,
  name: Name,
  icon: Hash,
  owner_id: Id,
  description: LongText,
  features: OptionalNullable(Type.Array(Text(0, 100), { maxItems: 500 })),
  roles: Type.Array(WireRole, { maxItems: 1_000 }),
  emojis: OptionalNullable(Type.Array(WireEmoji, { maxItems: 2_000 })),
  system_channel_id: OptionalId,
  rules_channel_id: OptionalId,
  public_updates_channel_id: OptionalId,
  afk_channel_id: OptionalId,
  afk_timeout: OptionalWhole,
  verification_level: OptionalWhole,
  default_message_notifications: OptionalWhole,
  explicit_content_filter: OptionalWhole,
  mfa_level: OptionalWhole,
  nsfw_level: OptionalWhole,
  premium_tier: OptionalWhole,
  preferred_locale: OptionalNullable(Text(2, 10)),
  vanity_url_code: OptionalNullable(Text(0, 100)),
})
export type WireGuild = Static<typeof WireGuild>

/** A member of a guild. */
export const WireMember = Type.Object({ user: WireUser, roles: Ids })
export type WireMember = Static<typeof WireMember>

/** The application of the bot that reads. */
export const WireApplication = Type.Object({
  id: Id,
  name: Name,
  description: LongText,
  flags: OptionalWhole,
  tags: OptionalNullable(Type.Array(Text(0, 100), { maxItems: 20 })),
  bot_public: Flag,
  bot_require_code_grant: Flag,
})
export type WireApplication = Static<typeof WireApplication>

/** A sticker of a guild. */
export const WireSticker = Type.Object({
  id: Id,
  name: Name,
  description: LongText,
  tags: OptionalNullable(Name),
  format_type: Whole,
})
export type WireSticker = Static<typeof WireSticker>

const Words = OptionalNullable(Type.Array(Text(0, 1_000), { maxItems: 2_000 }))
/** An auto moderation rule. */
export const WireRule = Type.Object({
  id: Id,
  name: Name,
  creator_id: OptionalId,
  trigger_type: Whole,
  trigger_metadata: OptionalNullable(
    Type.Object({
      keyword_filter: Words,
      regex_patterns: Words,
      allow_list: Words,
      presets: OptionalNullable(Type.Array(Whole, { maxItems: 10 })),
      mention_total_limit: OptionalWhole,
      mention_raid_protection_enabled: Flag,
    }),
  ),
  actions: Type.Array(
    Type.Object({
      type: Whole,
      metadata: OptionalNullable(
        Type.Object({ channel_id: OptionalId, duration_seconds: OptionalWhole, custom_message: LongText }),
      ),
    }),
    { maxItems: 20 },
  ),
  enabled: Flag,
  exempt_roles: OptionalNullable(Ids),
  exempt_channels: OptionalNullable(Ids),
})
export type WireRule = Static<typeof WireRule>

const Numbers = OptionalNullable(Type.Array(Type.Integer({ minimum: -1, maximum: 400 }), { maxItems: 400 }))
/** A scheduled event. */
export const WireEvent = Type.Object({
  id: Id,
  name: Name,
  description: LongText,
  image: Hash,
  creator_id: OptionalId,
  channel_id: OptionalId,
  status: Whole,
  scheduled_start_time: Moment,
  scheduled_end_time: OptionalNullable(Moment),
  entity_metadata: OptionalNullable(Type.Object({ location: OptionalNullable(Name) })),
  recurrence_rule: OptionalNullable(
    Type.Object({
      start: Moment,
      frequency: Whole,
      interval: OptionalWhole,
      by_weekday: Numbers,
      by_n_weekday: OptionalNullable(Type.Array(Type.Object({ n: Whole, day: Whole }), { maxItems: 10 })),
      by_month: Numbers,
      by_month_day: Numbers,
    }),
  ),
})
export type WireEvent = Static<typeof WireEvent>

const Address = OptionalNullable(Text(0, 2_048))
const WireEmbed = Type.Object({
  type: OptionalNullable(Name),
  title: LongText,
  description: LongText,
  url: Address,
  timestamp: OptionalNullable(Moment),
  color: OptionalWhole,
  footer: OptionalNullable(Type.Object({ text: LongText, icon_url: Address })),
  image: OptionalNullable(Type.Object({ url: Address })),
  thumbnail: OptionalNullable(Type.Object({ url: Address })),
  author: OptionalNullable(Type.Object({ name: LongText, url: Address, icon_url: Address })),
  fields: OptionalNullable(
    Type.Array(Type.Object({ name: Text(0, 10_000), value: Text(0, 10_000), inline: Flag }), { maxItems: 100 }),
  ),
})
export type WireEmbed = Static<typeof WireEmbed>

const WithId = Type.Object({ id: Id })
/** A message. */
export const WireMessage = Type.Object({
  id: Id,
  type: Whole,
  author: WireUser,
  webhook_id: OptionalId,
  application_id: OptionalId,
  content: Text(0, 10_000),
  edited_timestamp: OptionalNullable(Moment),
  tts: Flag,
  pinned: Flag,
  mention_everyone: Flag,
  mentions: OptionalNullable(Type.Array(WithId, { maxItems: 1_000 })),
  attachments: OptionalNullable(Type.Array(WithId, { maxItems: 100 })),
  embeds: OptionalNullable(Type.Array(WireEmbed, { maxItems: 100 })),
  reactions: OptionalNullable(Type.Array(Type.Object({ count: OptionalWhole }), { maxItems: 100 })),
  sticker_items: OptionalNullable(Type.Array(WithId, { maxItems: 10 })),
  message_reference: OptionalNullable(Type.Object({ message_id: OptionalId })),
  referenced_message: OptionalNullable(Type.Object({ author: WithId })),
})
export type WireMessage = Static<typeof WireMessage>

/** Lists of threads. Each thread is checked by itself. */
export const WireThreads = Type.Object({ threads: Type.Array(Type.Unknown(), { maxItems: 2_000 }), has_more: Flag })

/** The user of a thread member. */
export const WireThreadMember = Type.Object({ user_id: Id })

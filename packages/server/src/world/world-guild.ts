/** The description of the guilds of a world file. */
import {
  AUTOMOD_ACTIONS_MAX,
  AUTOMOD_ALLOWED_MAX,
  AUTOMOD_EXEMPT_CHANNELS_MAX,
  AUTOMOD_EXEMPT_ROLES_MAX,
  AUTOMOD_KEYWORD_MAX,
  AUTOMOD_KEYWORDS_MAX,
  AUTOMOD_MENTIONS_MAX,
  AUTOMOD_MESSAGE_MAX,
  AUTOMOD_NAME_MAX,
  AUTOMOD_PRESET_ALLOWED_MAX,
  AUTOMOD_REGEX_MAX,
  AUTOMOD_REGEXES_MAX,
  AUTOMOD_TIMEOUT_MAX,
  CHANNELS_MAX,
  EMOJI_MAX_BYTES,
  ROLES_MAX,
  SCHEDULED_EVENT_DESCRIPTION_MAX,
  SCHEDULED_EVENT_LOCATION_MAX,
  SCHEDULED_EVENT_NAME_MAX,
  SCHEDULED_EVENTS_MAX,
  STICKER_DESCRIPTION_MAX,
  STICKER_DESCRIPTION_MIN,
  STICKER_MAX_BYTES,
  STICKER_NAME_MAX,
  STICKER_NAME_MIN,
  STICKER_TAGS_MAX,
} from '@guildhall/protocol'
import { type Static, Type } from 'typebox'
import { flag, integer, list, nullable, object, oneOf, record, text } from './schema-kinds.ts'
import { WorldChannel } from './world-channel.ts'
import { decimal, id, key, locale, moment, name, optionalText, permissions, picture } from './world-kinds.ts'

const { Optional } = Type

/** Limit of a guild's icon, and of the image of an event. */
export const WORLD_IMAGE_MAX_BYTES = 2 * 1024 * 1024
/** Highest limit of stickers of any guild. */
const STICKERS_MAX = 60
/** Rules of a guild: one of each type, more with keywords. */
const AUTOMOD_RULES_MAX = 20

const WorldRole = object({
  id: Optional(id),
  name: Optional(name),
  permissions: Optional(permissions),
  color: Optional(integer(0, 0xffffff, 'RGB as a number')),
  hoist: Optional(flag()),
  mentionable: Optional(flag()),
  position: Optional(
    integer(1, ROLES_MAX, 'From 1, the lowest. Default: in the order of the file, the first the highest'),
  ),
  unicode_emoji: Optional(optionalText(32)),
  members: Optional(list(key('Key of a user who is a member of the guild'))),
})
export type WorldRole = Static<typeof WorldRole>

const WorldEmoji = object({
  id: Optional(id),
  animated: Optional(flag('Without an image. Default: what the image is, else false')),
  roles: Optional(list(key('Key of a role whose members alone may use the emoji'), ROLES_MAX)),
  image: Optional(picture(EMOJI_MAX_BYTES, 'PNG, JPEG, GIF, WebP or AVIF')),
})
export type WorldEmoji = Static<typeof WorldEmoji>

const EMOJI_NAME = '^[A-Za-z0-9_]{2,32}$'
/** A list of names is the short form of a record with empty entries; `checkWorld` returns the record. */
const WorldEmojis = Type.Unsafe<Record<string, WorldEmoji>>({
  anyOf: [
    list(text({ max: 32, pattern: EMOJI_NAME, errorMessage: 'must be an emoji name' }), 500),
    record(WorldEmoji, { max: 500, key: EMOJI_NAME }),
  ],
  description: 'By name, or a list of names',
})

const WorldSticker = object({
  id: Optional(id),
  name: Optional(text({ min: STICKER_NAME_MIN, max: STICKER_NAME_MAX, description: 'The key when left out' })),
  description: Optional(nullable(text({ min: STICKER_DESCRIPTION_MIN, max: STICKER_DESCRIPTION_MAX }))),
  tags: text({ max: STICKER_TAGS_MAX, description: 'Name of an emoji of Unicode, for the search' }),
  format_type: Optional(
    integer(1, 4, 'Without an image: 1 PNG, 2 APNG, 3 Lottie, 4 GIF. Default: 1. An image tells it itself'),
  ),
  image: Optional(picture(STICKER_MAX_BYTES, 'PNG, APNG, GIF or Lottie')),
})
export type WorldSticker = Static<typeof WorldSticker>

const keyword = text({ max: AUTOMOD_KEYWORD_MAX })
const WorldAutoModerationRule = object({
  id: Optional(id),
  name: Optional(text({ max: AUTOMOD_NAME_MAX, description: 'The key when left out' })),
  creator: Optional(key("Key of a user. Default: the guild's owner")),
  trigger_type: oneOf(
    [1, 3, 4, 5, 6],
    '1 keywords, 3 spam, 4 lists of words of the platform, 5 many mentions, 6 keywords in profiles',
  ),
  keyword_filter: Optional(list(keyword, AUTOMOD_KEYWORDS_MAX, 'For types 1 and 6')),
  regex_patterns: Optional(list(text({ max: AUTOMOD_REGEX_MAX }), AUTOMOD_REGEXES_MAX, 'For types 1 and 6')),
  presets: Optional(list(integer(1, 3), 3, 'For type 4: 1 profanity, 2 sexual content, 3 slurs')),
  allow_list: Optional(
    list(keyword, Math.max(AUTOMOD_ALLOWED_MAX, AUTOMOD_PRESET_ALLOWED_MAX), 'For types 1, 4 and 6'),
  ),
  mention_total_limit: Optional(integer(0, AUTOMOD_MENTIONS_MAX, 'For type 5')),
  mention_raid_protection_enabled: Optional(flag('For type 5')),
  actions: Optional(
    list(
      object({
        type: integer(1, 4, '1 block the message, 2 alert, 3 time the member out, 4 block the member'),
        channel: Optional(key('Key of the channel of an alert')),
        duration_seconds: Optional(integer(0, AUTOMOD_TIMEOUT_MAX)),
        custom_message: Optional(optionalText(AUTOMOD_MESSAGE_MAX)),
      }),
      AUTOMOD_ACTIONS_MAX,
    ),
  ),
  enabled: Optional(flag('Default: false, as the API has it')),
  exempt_roles: Optional(list(key('Key of a role'), AUTOMOD_EXEMPT_ROLES_MAX)),
  exempt_channels: Optional(list(key('Key of a channel'), AUTOMOD_EXEMPT_CHANNELS_MAX)),
})
export type WorldAutoModerationRule = Static<typeof WorldAutoModerationRule>

const WorldScheduledEvent = object(
  {
    id: Optional(id),
    name: Optional(text({ max: SCHEDULED_EVENT_NAME_MAX, description: 'The key when left out' })),
    description: Optional(optionalText(SCHEDULED_EVENT_DESCRIPTION_MAX)),
    creator: Optional(key("Key of a user. Default: the guild's owner")),
    channel: Optional(key('Key of a voice or stage channel, where the event is not elsewhere')),
    location: Optional(text({ max: SCHEDULED_EVENT_LOCATION_MAX, description: 'Of an event elsewhere' })),
    scheduled_start_time: moment('When it starts'),
    scheduled_end_time: Optional(moment('When it ends; needed with location')),
    recurrence_rule: Optional(
      object({
        start: moment('Of the first occurrence'),
        frequency: integer(0, 3, '0 yearly, 1 monthly, 2 weekly, 3 daily'),
        interval: Optional(integer(1, 2)),
        by_weekday: Optional(nullable(list(integer(0, 6), 7, 'From 0, Monday'))),
        by_n_weekday: Optional(nullable(list(object({ n: integer(1, 5), day: integer(0, 6) }), 7))),
        by_month: Optional(nullable(list(integer(1, 12), 12))),
        by_month_day: Optional(nullable(list(integer(1, 31), 31))),
      }),
    ),
    image: Optional(picture(WORLD_IMAGE_MAX_BYTES, 'PNG, JPEG, GIF, WebP or AVIF')),
  },
  { description: 'In exactly one of channel and location. One that is over when the platform starts is left out' },
)
export type WorldScheduledEvent = Static<typeof WorldScheduledEvent>

const WorldGuildBot = object({
  permissions: Optional(
    decimal('a permission integer', 'Permissions of the role that comes with the bot. Default: "0"'),
  ),
  role_id: Optional(decimal('a snowflake', 'Id of the role that comes with the bot; generated when left out')),
  role_position: Optional(integer(1, ROLES_MAX, 'Of the role that comes with the bot. Default: above all others')),
  roles: Optional(list(key('Key of a further role'))),
})
export type WorldGuildBot = Static<typeof WorldGuildBot>

const channelKey = key('Key of a channel')
/** A guild. */
export const WorldGuild = object({
  id: Optional(id),
  name: Optional(name),
  description: Optional(optionalText(300)),
  icon: Optional(picture(WORLD_IMAGE_MAX_BYTES, 'PNG, JPEG, GIF, WebP or AVIF')),
  owner: Optional(key('Key of a user, who is a member without being listed. Default: the first user of the file')),
  members: Optional(list(key('Key of a user'))),
  bots: Optional(record(WorldGuildBot, { description: 'By key of the application' })),
  features: Optional(list(text({ max: 100 }), 100, 'Any features, also those that the API does not let callers set')),
  roles: Optional(record(WorldRole, { max: ROLES_MAX, description: "The key @everyone is the guild's own role" })),
  channels: Optional(record(WorldChannel, { max: CHANNELS_MAX })),
  emojis: Optional(WorldEmojis),
  stickers: Optional(record(WorldSticker, { max: STICKERS_MAX })),
  auto_moderation: Optional(record(WorldAutoModerationRule, { max: AUTOMOD_RULES_MAX, description: 'Rules' })),
  scheduled_events: Optional(record(WorldScheduledEvent, { max: SCHEDULED_EVENTS_MAX })),
  system_channel: Optional(channelKey),
  rules_channel: Optional(channelKey),
  public_updates_channel: Optional(channelKey),
  afk_channel: Optional(channelKey),
  afk_timeout: Optional(oneOf([60, 300, 900, 1_800, 3_600], 'Seconds')),
  verification_level: Optional(integer(0, 4)),
  default_message_notifications: Optional(integer(0, 1)),
  explicit_content_filter: Optional(integer(0, 2)),
  mfa_level: Optional(integer(0, 1)),
  nsfw_level: Optional(integer(0, 3)),
  premium_tier: Optional(integer(0, 3)),
  preferred_locale: Optional(locale),
  vanity_url_code: Optional(
    nullable(text({ max: 32, pattern: '^[A-Za-z0-9-]+$', errorMessage: 'must be letters, digits and hyphens' })),
  ),
})
export type WorldGuild = Static<typeof WorldGuild>

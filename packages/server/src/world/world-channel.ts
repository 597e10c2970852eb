/** The description of the channels of a world file, with their threads and messages. */
import {
  APPLIED_TAGS_MAX,
  AUTO_ARCHIVE_MINUTES,
  CHANNEL_NAME_MAX,
  CREATABLE_CHANNEL_TYPES,
  EMBED_AUTHOR_MAX,
  EMBED_DESCRIPTION_MAX,
  EMBED_FIELD_NAME_MAX,
  EMBED_FIELD_VALUE_MAX,
  EMBED_FIELDS_MAX,
  EMBED_FOOTER_MAX,
  EMBED_TITLE_MAX,
  EMBEDS_MAX,
  FORUM_TAG_NAME_MAX,
  FORUM_TAGS_MAX,
  MESSAGE_CONTENT_MAX,
  MESSAGE_STICKERS_MAX,
  SLOWMODE_MAX,
  THREAD_MEMBERS_MAX,
} from '@guildhall/protocol'
import { type Static, Type } from 'typebox'
import { flag, integer, list, nullable, object, oneOf, record, text } from './schema-kinds.ts'
import { decimal, id, key, moment, name, optionalText, permissions } from './world-kinds.ts'

const { Optional } = Type

/** Messages that one channel or thread of a world file can have. */
export const WORLD_MESSAGES_MAX = 10_000
/** Threads that one channel of a world file can have. */
export const WORLD_THREADS_MAX = 1_000

const slowmode = integer(0, SLOWMODE_MAX, 'Seconds between two messages of one user')
const autoArchive = oneOf(AUTO_ARCHIVE_MINUTES, 'Minutes')
const emoji = (description: string) =>
  text({ max: 100, description: `${description}: an emoji of Unicode, or the name of one of this guild` })

const WorldOverwrite = object(
  {
    role: Optional(key('Key of a role of this guild, or @everyone')),
    user: Optional(key('Key of a user who is a member')),
    bot: Optional(key('Key of an application whose bot is in the guild')),
    allow: Optional(permissions),
    deny: Optional(permissions),
  },
  { description: 'For exactly one of role, user and bot' },
)
export type WorldOverwrite = Static<typeof WorldOverwrite>

const WorldTag = object({
  id: Optional(id),
  name: Optional(text({ max: FORUM_TAG_NAME_MAX, description: 'The key when left out' })),
  moderated: Optional(flag('Only moderators may add and remove the tag')),
  emoji: Optional(emoji('Shown before the name')),
})
export type WorldTag = Static<typeof WorldTag>

const address = text({ max: 2_048 })
const WorldEmbed = object({
  title: Optional(text({ min: 0, max: EMBED_TITLE_MAX })),
  description: Optional(text({ min: 0, max: EMBED_DESCRIPTION_MAX })),
  url: Optional(address),
  timestamp: Optional(moment('Shown in the footer')),
  color: Optional(integer(0, 0xffffff, 'RGB as a number')),
  footer: Optional(object({ text: text({ max: EMBED_FOOTER_MAX }), icon_url: Optional(address) })),
  image: Optional(object({ url: address })),
  thumbnail: Optional(object({ url: address })),
  author: Optional(
    object({ name: text({ max: EMBED_AUTHOR_MAX }), url: Optional(address), icon_url: Optional(address) }),
  ),
  fields: Optional(
    list(
      object({
        name: text({ max: EMBED_FIELD_NAME_MAX }),
        value: text({ max: EMBED_FIELD_VALUE_MAX }),
        inline: Optional(flag()),
      }),
      EMBED_FIELDS_MAX,
    ),
  ),
})
export type WorldEmbed = Static<typeof WorldEmbed>

const WorldMessage = object(
  {
    id: Optional(id),
    author: Optional(key('Key of a user, who need not be a member any more')),
    bot: Optional(key('Key of an application whose bot sent the message')),
    webhook: Optional(
      object(
        { id: Optional(decimal('a snowflake', 'Id of the webhook, which need not exist any more')), name },
        { description: 'The webhook that sent the message, and the name that it used' },
      ),
    ),
    content: Optional(text({ min: 0, max: MESSAGE_CONTENT_MAX })),
    embeds: Optional(list(WorldEmbed, EMBEDS_MAX)),
    stickers: Optional(list(key('Key of a sticker of this guild'), MESSAGE_STICKERS_MAX)),
    reply_to: Optional(decimal('a snowflake', 'Id of an earlier message of the same list')),
    reply_mentions: Optional(flag('A reply mentions the author of the other message. Default: true')),
    edited_at: Optional(moment('When the message was last edited')),
    pinned: Optional(flag('The time of the pin is that of the message')),
    tts: Optional(flag()),
    mention_everyone: Optional(flag('@everyone and @here in the content mention. Default: false')),
  },
  { description: 'Of exactly one of author, bot and webhook. Its time is that of its id' },
)
export type WorldMessage = Static<typeof WorldMessage>

const messages = list(WorldMessage, WORLD_MESSAGES_MAX, 'Oldest first')

const WorldThread = object({
  id: Optional(id),
  name: Optional(text({ max: CHANNEL_NAME_MAX, description: 'The key when left out' })),
  private: Optional(flag('Only its members and moderators see the thread')),
  owner: Optional(key("Key of the user who started it. Default: the guild's owner")),
  owner_bot: Optional(key('Key of the application whose bot started it')),
  members: Optional(list(key('Key of a user'), THREAD_MEMBERS_MAX, 'Default: the owner alone')),
  bots: Optional(list(key('Key of an application whose bot is a member'), THREAD_MEMBERS_MAX)),
  archived: Optional(flag()),
  archived_at: Optional(moment('When it was archived. Default: before the world began')),
  locked: Optional(flag()),
  invitable: Optional(flag('For private threads: members may add others. Default: true')),
  pinned: Optional(flag('For posts of a forum')),
  auto_archive_duration: Optional(autoArchive),
  rate_limit_per_user: Optional(slowmode),
  tags: Optional(list(key('Key of a tag of the forum'), APPLIED_TAGS_MAX)),
  messages: Optional(messages),
})
export type WorldThread = Static<typeof WorldThread>

/** A channel of a guild. */
export const WorldChannel = object({
  id: Optional(id),
  name: Optional(name),
  type: Optional(
    oneOf(
      CREATABLE_CHANNEL_TYPES,
      '0 text, 2 voice, 4 category, 5 announcement, 13 stage, 15 forum, 16 media. Default: 0',
    ),
  ),
  topic: Optional(optionalText(4_096)),
  nsfw: Optional(flag()),
  rate_limit_per_user: Optional(slowmode),
  position: Optional(integer(0, 2 ** 31 - 1, 'Default: in the order of the file')),
  parent: Optional(nullable(key('Key of a channel of type 4'))),
  permission_overwrites: Optional(list(WorldOverwrite, 1_000)),
  bitrate: Optional(integer(8_000, 384_000)),
  user_limit: Optional(integer(0, 10_000)),
  default_auto_archive_duration: Optional(autoArchive),
  default_thread_rate_limit_per_user: Optional(slowmode),
  tags: Optional(record(WorldTag, { max: FORUM_TAGS_MAX, description: 'Tags of a forum or media channel' })),
  require_tag: Optional(flag('Posts need a tag')),
  default_reaction_emoji: Optional(emoji('Reaction of a forum to its posts')),
  default_sort_order: Optional(integer(0, 1, '0 latest activity, 1 creation')),
  default_forum_layout: Optional(integer(0, 2, '0 not set, 1 list, 2 gallery')),
  threads: Optional(
    record(WorldThread, {
      max: WORLD_THREADS_MAX,
      description: 'Threads, and posts of a forum. One with the id of a message of the channel started from it',
    }),
  ),
  messages: Optional(messages),
})
export type WorldChannel = Static<typeof WorldChannel>

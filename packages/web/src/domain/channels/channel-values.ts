import { ChannelFlag, type ChannelObject, ChannelType } from '@guildhall/protocol'

/** Emoji that posts of a forum get as a first reaction. */
export type DefaultReaction = NonNullable<ChannelObject['default_reaction_emoji']>

type Words = readonly (readonly [value: number, text: string])[]

/** Seconds between two messages of a member. */
export const SLOWMODES: Words = [
  [0, 'Off'],
  [5, '5 seconds'],
  [10, '10 seconds'],
  [15, '15 seconds'],
  [30, '30 seconds'],
  [60, '1 minute'],
  [120, '2 minutes'],
  [300, '5 minutes'],
  [600, '10 minutes'],
  [900, '15 minutes'],
  [1_800, '30 minutes'],
  [3_600, '1 hour'],
  [7_200, '2 hours'],
  [21_600, '6 hours'],
]

/** Minutes without a message until a thread is archived. */
export const ARCHIVE_AFTER: Words = [
  [60, '1 hour'],
  [1_440, '24 hours'],
  [4_320, '3 days'],
  [10_080, '1 week'],
]

export const VIDEO_QUALITIES: Words = [
  [1, 'Automatic'],
  [2, '720p'],
]

export const SORT_ORDERS: Words = [
  [0, 'Latest activity'],
  [1, 'Date of the post'],
]

export const LAYOUTS: Words = [
  [0, 'Not set'],
  [1, 'List'],
  [2, 'Gallery'],
]

/** Types that can be created, with their names. */
export const CHANNEL_TYPES: readonly { type: number; name: string; detail: string }[] = [
  { type: ChannelType.GUILD_TEXT, name: 'Text', detail: 'Messages, files and threads' },
  { type: ChannelType.GUILD_VOICE, name: 'Voice', detail: 'Talk and video, with a chat' },
  { type: ChannelType.GUILD_ANNOUNCEMENT, name: 'Announcement', detail: 'Messages that other guilds can follow' },
  { type: ChannelType.GUILD_STAGE_VOICE, name: 'Stage', detail: 'Speakers and an audience' },
  { type: ChannelType.GUILD_FORUM, name: 'Forum', detail: 'Posts with their own discussion' },
  { type: ChannelType.GUILD_MEDIA, name: 'Media', detail: 'Posts with pictures and files' },
  { type: ChannelType.GUILD_CATEGORY, name: 'Category', detail: 'A heading for other channels' },
]

/** Groups of fields that channels of a type have. */
export interface ChannelTraits {
  readonly text: boolean
  readonly voice: boolean
  readonly forum: boolean
  readonly category: boolean
  /** Whether messages or posts are written in the channel. */
  readonly messages: boolean
  /** Whether the channel has threads. */
  readonly threads: boolean
}

/** Returns the groups of fields that channels of a type have. */
export function traitsOf(type: number): ChannelTraits {
  const text = type === ChannelType.GUILD_TEXT || type === ChannelType.GUILD_ANNOUNCEMENT
  const voice = type === ChannelType.GUILD_VOICE || type === ChannelType.GUILD_STAGE_VOICE
  const forum = type === ChannelType.GUILD_FORUM || type === ChannelType.GUILD_MEDIA
  const category = type === ChannelType.GUILD_CATEGORY
  return { text, voice, forum, category, messages: !category, threads: text || forum }
}

/** Returns a list of choices that contains a value, also one that no choice stands for. */
export function withValue(choices: Words, value: number): Words {
  return choices.some(([known]) => known === value) ? choices : [...choices, [value, String(value)]]
}

const text = (values: FormData, name: string) => String(values.get(name) ?? '')
const number = (values: FormData, name: string) => Number(values.get(name))
const optional = (values: FormData, name: string) => (text(values, name) === '' ? null : number(values, name))

/** Returns the body of Modify Channel for the values of the form, with the fields that the type has. */
export function bodyOfChannel(values: FormData, channel: Pick<ChannelObject, 'type' | 'flags'>) {
  const traits = traitsOf(channel.type)
  return {
    name: text(values, 'name'),
    ...(traits.category ? {} : { parent_id: text(values, 'parent_id') || null }),
    ...(traits.text || traits.forum ? { topic: text(values, 'topic') || null } : {}),
    ...(traits.messages
      ? { nsfw: values.has('nsfw'), rate_limit_per_user: number(values, 'rate_limit_per_user') }
      : {}),
    ...(traits.threads
      ? {
          default_auto_archive_duration: number(values, 'default_auto_archive_duration'),
          default_thread_rate_limit_per_user: number(values, 'default_thread_rate_limit_per_user'),
        }
      : {}),
    ...(traits.voice
      ? {
          bitrate: number(values, 'bitrate') * 1000,
          user_limit: number(values, 'user_limit'),
          rtc_region: text(values, 'rtc_region') || null,
          video_quality_mode: number(values, 'video_quality_mode'),
        }
      : {}),
    ...(traits.forum
      ? { default_sort_order: optional(values, 'default_sort_order'), flags: forumFlags(values, channel) }
      : {}),
    ...(channel.type === ChannelType.GUILD_FORUM
      ? { default_forum_layout: number(values, 'default_forum_layout') }
      : {}),
    ...(traits.text && values.has('type') ? { type: number(values, 'type') } : {}),
  }
}

function forumFlags(values: FormData, { type, flags = 0 }: Pick<ChannelObject, 'type' | 'flags'>): number {
  const set = (before: number, flag: number, on: boolean) => (on ? before | flag : before & ~flag)
  const tagged = set(flags, ChannelFlag.REQUIRE_TAG, values.has('require_tag'))
  return type === ChannelType.GUILD_MEDIA
    ? set(tagged, ChannelFlag.HIDE_MEDIA_DOWNLOAD_OPTIONS, values.has('hide_downloads'))
    : tagged
}

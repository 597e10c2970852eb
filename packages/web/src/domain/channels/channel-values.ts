import { type ChannelObject, ChannelType } from '@guildhall/protocol'
import { type Message, msg, t } from '../../lib/language/text.ts'

/** Emoji that posts of a forum get as a first reaction. */
export type DefaultReaction = NonNullable<ChannelObject['default_reaction_emoji']>

/** A tag of a forum; a new one has no id yet. */
export interface ForumTag {
  readonly id?: string
  readonly name: string
  readonly moderated: boolean
  readonly emoji_id: string | null
  readonly emoji_name: string | null
}

type Words = readonly (readonly [value: number, text: Message])[]

/** Seconds between two messages of a member. */
export const SLOWMODES: Words = [
  [0, msg('Off')],
  [5, msg('5 seconds')],
  [10, msg('10 seconds')],
  [15, msg('15 seconds')],
  [30, msg('30 seconds')],
  [60, msg('1 minute')],
  [120, msg('2 minutes')],
  [300, msg('5 minutes')],
  [600, msg('10 minutes')],
  [900, msg('15 minutes')],
  [1_800, msg('30 minutes')],
  [3_600, msg('1 hour')],
  [7_200, msg('2 hours')],
  [21_600, msg('6 hours')],
]

/** Minutes without a message until a thread is archived. */
export const ARCHIVE_AFTER: Words = [
  [60, msg('1 hour')],
  [1_440, msg('24 hours')],
  [4_320, msg('3 days')],
  [10_080, msg('1 week')],
]

export const VIDEO_QUALITIES: Words = [
  [1, msg('Automatic')],
  [2, msg('720p')],
]

export const SORT_ORDERS: Words = [
  [0, msg('Latest activity')],
  [1, msg('Date of the post')],
]

export const LAYOUTS: Words = [
  [0, msg('Not set')],
  [1, msg('List')],
  [2, msg('Gallery')],
]

/** Types that can be created, with their names. */
export const CHANNEL_TYPES: readonly { type: number; name: Message; detail: Message }[] = [
  { type: ChannelType.GUILD_TEXT, name: msg('Text'), detail: msg('Messages, files and threads') },
  { type: ChannelType.GUILD_VOICE, name: msg('Voice'), detail: msg('Talk and video, with a chat') },
  {
    type: ChannelType.GUILD_ANNOUNCEMENT,
    name: msg('Announcement'),
    detail: msg('Messages that other guilds can follow'),
  },
  { type: ChannelType.GUILD_STAGE_VOICE, name: msg('Stage'), detail: msg('Speakers and an audience') },
  { type: ChannelType.GUILD_FORUM, name: msg('Forum'), detail: msg('Posts with their own discussion') },
  { type: ChannelType.GUILD_MEDIA, name: msg('Media'), detail: msg('Posts with pictures and files') },
  { type: ChannelType.GUILD_CATEGORY, name: msg('Category'), detail: msg('A heading for other channels') },
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

/** Returns a list of choices in the language of the app. It contains a value, also one that no choice represents. */
export function withValue(choices: Words, value: number): readonly (readonly [value: number, text: string])[] {
  const shown = choices.map(([known, text]) => [known, t(text)] as const)
  return shown.some(([known]) => known === value) ? shown : [...shown, [value, String(value)]]
}

/** Values of the form of a channel, by the fields of Modify Channel. Typed numbers are texts until they are sent. */
export interface ChannelValues {
  readonly name: string
  readonly type: number
  readonly parent_id: string | null
  readonly topic: string | null
  readonly nsfw: boolean
  readonly rate_limit_per_user: number
  readonly default_auto_archive_duration: number
  readonly default_thread_rate_limit_per_user: number
  /** In kbit/s. */
  readonly bitrate: string
  readonly user_limit: string
  readonly rtc_region: string | null
  readonly video_quality_mode: number
  readonly default_sort_order: string | null
  readonly default_forum_layout: number
  readonly flags: number
  readonly available_tags: readonly ForumTag[]
  readonly default_reaction_emoji: DefaultReaction | null
}

/** Returns the saved values of a channel's form. */
export function channelValuesOf(channel: ChannelObject): ChannelValues {
  return {
    name: channel.name ?? '',
    type: channel.type,
    parent_id: channel.parent_id ?? null,
    topic: channel.topic ?? null,
    nsfw: channel.nsfw ?? false,
    rate_limit_per_user: channel.rate_limit_per_user ?? 0,
    default_auto_archive_duration: channel.default_auto_archive_duration ?? 4_320,
    default_thread_rate_limit_per_user: channel.default_thread_rate_limit_per_user ?? 0,
    bitrate: String(Math.round((channel.bitrate ?? 64_000) / 1000)),
    user_limit: String(channel.user_limit ?? 0),
    rtc_region: channel.rtc_region ?? null,
    video_quality_mode: channel.video_quality_mode ?? 1,
    default_sort_order: channel.default_sort_order == null ? null : String(channel.default_sort_order),
    default_forum_layout: channel.default_forum_layout ?? 0,
    flags: channel.flags ?? 0,
    available_tags: channel.available_tags ?? [],
    default_reaction_emoji: channel.default_reaction_emoji ?? null,
  }
}

/** Returns the body of Modify Channel for the changed values of the form. */
export function bodyOfChannel({ bitrate, user_limit, default_sort_order, ...changed }: Partial<ChannelValues>) {
  return {
    ...changed,
    ...(bitrate !== undefined && { bitrate: Number(bitrate) * 1000 }),
    ...(user_limit !== undefined && { user_limit: Number(user_limit) }),
    ...(default_sort_order !== undefined && {
      default_sort_order: default_sort_order === null ? null : Number(default_sort_order),
    }),
  }
}

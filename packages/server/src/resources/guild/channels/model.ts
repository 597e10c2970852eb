import { ChannelType } from '@guildhall/protocol'
import type { Channel, ChannelData } from '../../../kernel/model.ts'

const VOICE_TYPES: readonly number[] = [ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE]
const FORUM_TYPES: readonly number[] = [ChannelType.GUILD_FORUM, ChannelType.GUILD_MEDIA]
const THREAD_TYPES: readonly number[] = [
  ChannelType.ANNOUNCEMENT_THREAD,
  ChannelType.PUBLIC_THREAD,
  ChannelType.PRIVATE_THREAD,
]

/** Values of the fields that a new channel does not set, and of fields that stored rows lack. */
export const CHANNEL_DEFAULTS: ChannelData = {
  permission_overwrites: [],
  topic: null,
  nsfw: false,
  rate_limit_per_user: 0,
  bitrate: 64_000,
  user_limit: 0,
  rtc_region: null,
  video_quality_mode: 1,
  flags: 0,
  default_auto_archive_duration: null,
  default_thread_rate_limit_per_user: 0,
  default_reaction_emoji: null,
  default_sort_order: null,
  default_forum_layout: 0,
  available_tags: [],
  last_pin_timestamp: null,
  icon: null,
  application_id: undefined,
  owner_id: null,
  thread_metadata: null,
  applied_tags: [],
  message_count: 0,
  total_message_sent: 0,
  member_count: 0,
  nicks: {},
  linked_lobby: null,
}

/** Fields of a new channel; the others get their defaults. */
export type ChannelInput = Pick<Channel, 'id' | 'guild_id' | 'type' | 'name'> & Partial<Channel>

/** Returns a channel with defaults for the fields that are not given. */
export function newChannel(channel: ChannelInput): Channel {
  return { parent_id: null, position: 0, last_message_id: null, recipient_ids: [], ...CHANNEL_DEFAULTS, ...channel }
}

/** Returns whether channels of a type are threads. */
export function isThread(type: number): boolean {
  return THREAD_TYPES.includes(type)
}

/** Returns whether channels of a type contain only threads: forums and media channels. */
export function isForum(type: number): boolean {
  return FORUM_TYPES.includes(type)
}

/** Returns whether users connect to channels of a type: voice and stage channels. */
export function isVoice(type: number): boolean {
  return VOICE_TYPES.includes(type)
}

/** Returns whether a channel is of the kind that lobbies can be linked to: a text channel without age restriction. */
export function isOfLinkableKind({ type, nsfw }: Pick<Channel, 'type' | 'nsfw'>): boolean {
  return type === ChannelType.GUILD_TEXT && !nsfw
}

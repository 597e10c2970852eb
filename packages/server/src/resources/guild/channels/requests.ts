import {
  APPLIED_TAGS_MAX,
  ApiError,
  BITRATE_MAX_BY_TIER,
  BITRATE_MIN,
  CHANNEL_NAME_MAX,
  CHANNEL_TOPIC_MAX,
  CHANNELS_IN_CATEGORY_MAX,
  ChannelFlag,
  ChannelType,
  Faults,
  FORUM_TAG_NAME_MAX,
  FORUM_TAGS_MAX,
  FORUM_TOPIC_MAX,
  invalidForm,
  OVERWRITES_MAX,
  SLOWMODE_MAX,
  type Snowflake,
  STAGE_BITRATE_MAX,
  STAGE_USERS_MAX,
  VOICE_USERS_MAX,
} from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, ForumTag, Guild, Overwrite } from '../../../kernel/model.ts'
import {
  ImageData,
  Int,
  Optional,
  OptionalNullable,
  PermissionBits,
  SnowflakeId,
  type Static,
  Text,
  Type,
} from '../../../validation/schema.ts'
import { checkEmojiName } from '../emojis/index.ts'
import { isForum, isVoice } from './model.ts'

const OverwriteRequest = Type.Object({
  id: SnowflakeId,
  type: OptionalNullable(Int(0, 1)),
  allow: OptionalNullable(PermissionBits),
  deny: OptionalNullable(PermissionBits),
})

/** Body of Create Guild Channel and Modify Channel. Fields that the channel's type does not have are ignored. */
export const ChannelBody = Type.Object({
  name: Optional(Text(1, CHANNEL_NAME_MAX)),
  type: OptionalNullable(Int(0, 20)),
  topic: OptionalNullable(Text(0, FORUM_TOPIC_MAX)),
  nsfw: OptionalNullable(Type.Boolean()),
  rate_limit_per_user: OptionalNullable(Int(0, SLOWMODE_MAX)),
  bitrate: OptionalNullable(Int(BITRATE_MIN, 384_000)),
  user_limit: OptionalNullable(Int(0, STAGE_USERS_MAX)),
  rtc_region: OptionalNullable(Text(0, 100)),
  video_quality_mode: OptionalNullable(Int(1, 2)),
  position: OptionalNullable(Int(0, 100_000)),
  parent_id: OptionalNullable(SnowflakeId),
  permission_overwrites: OptionalNullable(Type.Array(OverwriteRequest, { maxItems: OVERWRITES_MAX })),
  default_auto_archive_duration: OptionalNullable(
    Type.Union([Type.Literal(60), Type.Literal(1440), Type.Literal(4320), Type.Literal(10080)]),
  ),
  default_thread_rate_limit_per_user: OptionalNullable(Int(0, SLOWMODE_MAX)),
  default_reaction_emoji: OptionalNullable(
    Type.Object({ emoji_id: OptionalNullable(SnowflakeId), emoji_name: OptionalNullable(Text(1, 100)) }),
  ),
  default_sort_order: OptionalNullable(Int(0, 1)),
  default_forum_layout: OptionalNullable(Int(0, 2)),
  available_tags: OptionalNullable(
    Type.Array(
      Type.Object({
        id: OptionalNullable(SnowflakeId),
        name: Text(0, FORUM_TAG_NAME_MAX),
        moderated: OptionalNullable(Type.Boolean()),
        emoji_id: OptionalNullable(SnowflakeId),
        emoji_name: OptionalNullable(Text(0, 100)),
      }),
      { maxItems: FORUM_TAGS_MAX },
    ),
  ),
  flags: OptionalNullable(Int(0, 2 ** 31 - 1)),
  // Threads
  archived: OptionalNullable(Type.Boolean()),
  auto_archive_duration: OptionalNullable(
    Type.Union([Type.Literal(60), Type.Literal(1440), Type.Literal(4320), Type.Literal(10080)]),
  ),
  locked: OptionalNullable(Type.Boolean()),
  invitable: OptionalNullable(Type.Boolean()),
  applied_tags: OptionalNullable(Type.Array(SnowflakeId, { maxItems: APPLIED_TAGS_MAX })),
  // Group DMs
  icon: OptionalNullable(ImageData),
})
export type ChannelRequest = Static<typeof ChannelBody>

const { REQUIRE_TAG, HIDE_MEDIA_DOWNLOAD_OPTIONS, IS_SPOILER_CHANNEL } = ChannelFlag

/** Flags that callers may set, by channel type; never CHANNEL_OBFUSCATED. [CH-6] */
const SETTABLE_FLAGS: Readonly<Record<number, number>> = {
  [ChannelType.GUILD_TEXT]: IS_SPOILER_CHANNEL,
  [ChannelType.GUILD_ANNOUNCEMENT]: IS_SPOILER_CHANNEL,
  [ChannelType.GUILD_VOICE]: IS_SPOILER_CHANNEL,
  [ChannelType.GUILD_FORUM]: IS_SPOILER_CHANNEL | REQUIRE_TAG,
  [ChannelType.GUILD_MEDIA]: IS_SPOILER_CHANNEL | REQUIRE_TAG | HIDE_MEDIA_DOWNLOAD_OPTIONS,
}

/**
 * Returns the flags of a channel with those of a request that callers may set. An age-restricted channel is no spoiler
 * channel (developers/resources/channel, "Channel Flags"): it loses the flag, and a request for both is rejected.
 *
 * @throws INVALID_FORM_BODY (50035) at `flags`
 */
export function flagsAfter(
  { flags, type, nsfw }: Pick<Channel, 'flags' | 'type' | 'nsfw'>,
  requested: number | null | undefined,
): number {
  if (requested == null) return nsfw ? flags & ~IS_SPOILER_CHANNEL : flags
  const settable = SETTABLE_FLAGS[type] ?? 0
  if (nsfw && requested & settable & IS_SPOILER_CHANNEL)
    throw invalidForm(['flags'], 'BASE_TYPE_CHOICES', 'An age-restricted channel cannot be a spoiler channel')
  return (flags & ~settable) | (requested & settable)
}

/**
 * Checks the limits that depend on the channel's type and on the guild's premium tier.
 *
 * @throws INVALID_FORM_BODY (50035) with the fields; TAG_NAMES_NOT_UNIQUE (40061)
 */
export function checkChannelRequest(request: ChannelRequest, type: number, { premium_tier, features }: Guild): void {
  const faults = new Faults()
  const topicMax = isForum(type) ? FORUM_TOPIC_MAX : CHANNEL_TOPIC_MAX
  if (request.topic != null && [...request.topic].length > topicMax)
    faults.add(['topic'], 'BASE_TYPE_MAX_LENGTH', `Must be ${topicMax} or fewer in length.`)
  const stage = type === ChannelType.GUILD_STAGE_VOICE
  const usersMax = stage ? STAGE_USERS_MAX : VOICE_USERS_MAX
  if (isVoice(type) && request.user_limit != null && request.user_limit > usersMax)
    faults.add(['user_limit'], 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${usersMax}.`)
  const tier = features.includes('VIP_REGIONS') ? 3 : premium_tier
  const bitrateMax = stage ? STAGE_BITRATE_MAX : (BITRATE_MAX_BY_TIER[tier] ?? 0)
  if (isVoice(type) && request.bitrate != null && request.bitrate > bitrateMax)
    faults.add(['bitrate'], 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${bitrateMax}.`)
  checkEmojiName(request.default_reaction_emoji ?? {}, faults.at('default_reaction_emoji'))
  for (const [index, tag] of (request.available_tags ?? []).entries())
    checkEmojiName(tag, faults.at('available_tags', index))
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const names = request.available_tags?.map((tag) => tag.name.toLowerCase()) ?? []
  if (new Set(names).size < names.length) throw new ApiError('TAG_NAMES_NOT_UNIQUE')
}

/**
 * Checks a new parent: a category of the guild with room for one more channel. Categories have no parent.
 *
 * @throws INVALID_FORM_BODY (50035) at `parent_id`
 */
export function checkParent(
  view: GuildView,
  parentId: Snowflake | null,
  child: { id: Snowflake | null; type: number },
): void {
  if (parentId === null) return
  const parent = view.channels.get(parentId)
  if (parent?.type !== ChannelType.GUILD_CATEGORY)
    throw invalidForm(['parent_id'], 'CHANNEL_PARENT_INVALID', 'Category does not exist')
  if (child.type === ChannelType.GUILD_CATEGORY)
    throw invalidForm(['parent_id'], 'CHANNEL_PARENT_INVALID_TYPE', 'Categories cannot have parent channels')
  let children = 0
  for (const channel of view.channels.values())
    if (channel.parent_id === parentId && channel.id !== child.id) children += 1
  if (children >= CHANNELS_IN_CATEGORY_MAX)
    throw invalidForm(
      ['parent_id'],
      'CHANNEL_PARENT_MAX_CHANNELS',
      `Maximum number of channels in category reached (${CHANNELS_IN_CATEGORY_MAX})`,
    )
}

/** Returns the name in the form of its channel type: text channels have lower case names without spaces. */
export function channelName(name: string, type: number): string {
  const spaced = type === ChannelType.GUILD_TEXT || type === ChannelType.GUILD_ANNOUNCEMENT || isForum(type)
  return spaced ? name.toLowerCase().replaceAll(/\s+/g, '-') : name
}

/** Returns the requested overwrites. A role or member has one: of several in a request, the last counts. */
function overwritesOf(request: ChannelRequest): Overwrite[] | undefined {
  if (request.permission_overwrites == null) return undefined
  const byId = new Map<Snowflake, Overwrite>()
  for (const { id, type, allow, deny } of request.permission_overwrites)
    byId.set(id, { id, type: type ?? 0, allow: allow ?? 0n, deny: deny ?? 0n })
  return [...byId.values()]
}

/** Returns the channel with the fields of a request applied. */
export function applyChannelRequest(channel: Channel, request: ChannelRequest, nextId: () => Snowflake): Channel {
  const changed = { ...channel }
  if (request.name !== undefined) changed.name = channelName(request.name, channel.type)
  for (const key of ['topic', 'rtc_region', 'default_sort_order', 'default_auto_archive_duration'] as const) {
    if (request[key] !== undefined) Object.assign(changed, { [key]: request[key] })
  }
  for (const key of [
    'nsfw',
    'rate_limit_per_user',
    'bitrate',
    'user_limit',
    'video_quality_mode',
    'position',
    'default_thread_rate_limit_per_user',
    'default_forum_layout',
  ] as const) {
    if (request[key] != null) Object.assign(changed, { [key]: request[key] })
  }
  if (request.parent_id !== undefined) changed.parent_id = request.parent_id
  changed.flags = flagsAfter(changed, request.flags)
  if (request.available_tags != null) changed.available_tags = tagsOf(channel, request.available_tags, nextId)
  if (request.default_reaction_emoji !== undefined) {
    const emoji = request.default_reaction_emoji
    changed.default_reaction_emoji = emoji && { emoji_id: emoji.emoji_id ?? null, emoji_name: emoji.emoji_name ?? null }
  }
  const overwrites = overwritesOf(request)
  if (overwrites) changed.permission_overwrites = overwrites
  return changed
}

/** Returns the requested tags. A tag keeps its id if the forum has it; otherwise callers could choose ids. */
function tagsOf(
  { available_tags: before }: Channel,
  tags: NonNullable<ChannelRequest['available_tags']>,
  nextId: () => Snowflake,
): ForumTag[] {
  const kept = new Set(before.map(({ id }) => id))
  return tags.map((tag) => ({
    id: tag.id != null && kept.delete(tag.id) ? tag.id : nextId(),
    name: tag.name,
    moderated: tag.moderated ?? false,
    emoji_id: tag.emoji_id ?? null,
    emoji_name: tag.emoji_name ?? null,
  }))
}

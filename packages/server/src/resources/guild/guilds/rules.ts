import {
  allow,
  ChannelType,
  type GuildFeature,
  has,
  MUTABLE_GUILD_FEATURES,
  refuse,
  type Snowflake,
  type Verdict,
} from '@guildhall/protocol'
import type { ChannelSetting } from './model.ts'

/** Returns the permission that switching a feature takes; undefined for a feature that only the platform switches. */
function neededFor(feature: string): bigint | 'owner' | undefined {
  return new Map<string, bigint | 'owner'>(Object.entries(MUTABLE_GUILD_FEATURES)).get(feature)
}

/** Returns the features after a request with a list of them. Features that only the platform switches stay. */
export function featuresAfter(before: readonly string[], wanted: readonly string[]): string[] {
  return [...new Set([...before.filter((feature) => neededFor(feature) === undefined), ...wanted])]
}

/** Whether a caller may switch features: each by its permission, and PRUNE_REQUIRES_ADMIN only by the owner. [GLD-1] */
export function maySwitchFeatures(
  actor: { permissions: bigint; owner: boolean },
  before: readonly string[],
  after: readonly string[],
): Verdict {
  const switched = [
    ...after.filter((feature) => !before.includes(feature)),
    ...before.filter((feature) => !after.includes(feature)),
  ]
  for (const feature of switched) {
    const needed = neededFor(feature)
    if (needed === undefined) return refuse('INVALID_FORM_BODY', `${feature} cannot be switched by callers`)
    const may = needed === 'owner' ? actor.owner : has(actor.permissions, needed)
    if (!may) return refuse('MISSING_PERMISSIONS', `${feature} needs a permission that the caller lacks`)
  }
  return allow
}

/** Whether a guild may be transferred: only by its owner, and not to a bot or a pending member. */
export function mayTransfer(actor: { owner: boolean }, target: { bot: boolean; pending: boolean }): Verdict {
  if (!actor.owner) return refuse('MISSING_PERMISSIONS', 'only the owner can transfer a guild')
  if (target.bot) return refuse('OWNER_CANNOT_BE_BOT', 'a bot cannot own a guild')
  if (target.pending) return refuse('OWNER_CANNOT_BE_PENDING', 'the member has not passed the screening')
  return allow
}

const TEXT_TYPES: readonly number[] = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]
const VOICE_TYPES: readonly number[] = [ChannelType.GUILD_VOICE]
/** Types of channels that an invite of a widget can lead to. */
const WIDGET_TYPES = [...TEXT_TYPES, ...VOICE_TYPES, ChannelType.GUILD_STAGE_VOICE, ChannelType.GUILD_FORUM]

/** Whether a setting may refer to a channel of this type. */
export function mayReferTo(setting: ChannelSetting, channel: { type: number }): Verdict {
  const types = setting === 'afk_channel_id' ? VOICE_TYPES : setting === 'widget_channel_id' ? WIDGET_TYPES : TEXT_TYPES
  return types.includes(channel.type)
    ? allow
    : refuse('CANNOT_EXECUTE_ON_CHANNEL_TYPE', `${setting} cannot be of type ${channel.type}`)
}

export type GuildImage = 'icon' | 'splash' | 'discovery_splash' | 'banner' | 'home_header'

const IMAGE_FEATURES: Readonly<Partial<Record<GuildImage, GuildFeature>>> = {
  splash: 'INVITE_SPLASH',
  discovery_splash: 'DISCOVERABLE',
  banner: 'BANNER',
  home_header: 'COMMUNITY',
}

/** Whether a guild may have an image. Every guild may have an icon; other images need a feature. */
export function mayHaveImage(image: GuildImage, features: readonly string[]): Verdict {
  const needed = IMAGE_FEATURES[image]
  return needed === undefined || features.includes(needed) ? allow : refuse('GUILD_BOOSTS_REQUIRED', `needs ${needed}`)
}

const ANIMATED: Readonly<Partial<Record<GuildImage, GuildFeature>>> = {
  icon: 'ANIMATED_ICON',
  banner: 'ANIMATED_BANNER',
}

/** Returns whether an image of a guild may be animated. Without the feature an animated file is displayed still. */
export function mayAnimate(image: GuildImage, features: readonly string[]): boolean {
  const needed = ANIMATED[image]
  return needed !== undefined && features.includes(needed)
}

export type CommunityChannel = 'rules_channel_id' | 'public_updates_channel_id'

/** Returns the settings that a community guild needs and does not have: channels for rules and for platform updates. */
export function missingForCommunity(
  guild: { features: readonly string[] } & Record<CommunityChannel, Snowflake | null>,
): CommunityChannel[] {
  if (!guild.features.includes('COMMUNITY')) return []
  return (['rules_channel_id', 'public_updates_channel_id'] as const).filter((key) => guild[key] === null)
}

/** Whether a guild may have a tag. [USR-4] */
export function mayTag(features: readonly string[]): Verdict {
  return features.includes('GUILD_TAGS') ? allow : refuse('GUILD_BOOSTS_REQUIRED', 'needs GUILD_TAGS')
}

/** Returns whether a user can preview a guild: as a member, or by DISCOVERABLE or PREVIEW_ENABLED. */
export function mayPreview({ member, features }: { member: boolean; features: readonly string[] }): boolean {
  return member || features.includes('DISCOVERABLE') || features.includes('PREVIEW_ENABLED')
}

/** Whether a guild may have a vanity URL. */
export function mayHaveVanityUrl(features: readonly string[]): Verdict {
  return features.includes('VANITY_URL') ? allow : refuse('MISSING_ACCESS', 'needs VANITY_URL')
}

/** Whether a user may delete a guild: its owner alone. */
export function mayDeleteGuild({ owner_id }: { owner_id: bigint }, userId: bigint): Verdict {
  return owner_id === userId ? allow : refuse('MISSING_PERMISSIONS', 'is not the owner of the guild')
}

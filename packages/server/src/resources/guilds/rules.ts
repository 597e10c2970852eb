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

/** What it takes to switch a feature; undefined for those that no caller switches. */
function neededFor(feature: string): bigint | 'owner' | undefined {
  return new Map<string, bigint | 'owner'>(Object.entries(MUTABLE_GUILD_FEATURES)).get(feature)
}

/** What a request's list of features makes of a guild's: those that no caller switches stay, named or not. */
export function featuresAfter(before: readonly string[], wanted: readonly string[]): string[] {
  return [...new Set([...before.filter((feature) => neededFor(feature) === undefined), ...wanted])]
}

/** Which features a caller may switch: some by a permission, PRUNE_REQUIRES_ADMIN by the owner alone, others not at all. [GLD-1] */
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
    if (needed === undefined) return refuse('INVALID_FORM_BODY', `${feature} cannot be switched`)
    const may = needed === 'owner' ? actor.owner : has(actor.permissions, needed)
    if (!may) return refuse('MISSING_PERMISSIONS', `${feature} is not the caller's to switch`)
  }
  return allow
}

/** A guild passes to another member by its owner alone; not to a bot, and not to who has not been let in yet. */
export function mayTransfer(actor: { owner: boolean }, target: { bot: boolean; pending: boolean }): Verdict {
  if (!actor.owner) return refuse('MISSING_PERMISSIONS', 'only the owner passes a guild on')
  if (target.bot) return refuse('OWNER_CANNOT_BE_BOT', 'bots own no guilds')
  if (target.pending) return refuse('OWNER_CANNOT_BE_PENDING', 'the member has not passed the screening')
  return allow
}

export type ChannelSetting =
  | 'afk_channel_id'
  | 'system_channel_id'
  | 'rules_channel_id'
  | 'public_updates_channel_id'
  | 'safety_alerts_channel_id'
  | 'widget_channel_id'

const TEXT_TYPES: readonly number[] = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]
const VOICE_TYPES: readonly number[] = [ChannelType.GUILD_VOICE]
/** A widget invites to where people can be. */
const WIDGET_TYPES = [...TEXT_TYPES, ...VOICE_TYPES, ChannelType.GUILD_STAGE_VOICE, ChannelType.GUILD_FORUM]

/** Which type of channel a setting may name. */
export function mayName(setting: ChannelSetting, channel: { type: number }): Verdict {
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

/** Every guild has an icon; the other images come with features. */
export function mayHaveImage(image: GuildImage, features: readonly string[]): Verdict {
  const needed = IMAGE_FEATURES[image]
  return needed === undefined || features.includes(needed) ? allow : refuse('GUILD_BOOSTS_REQUIRED', `needs ${needed}`)
}

const ANIMATED: Readonly<Partial<Record<GuildImage, GuildFeature>>> = {
  icon: 'ANIMATED_ICON',
  banner: 'ANIMATED_BANNER',
}

/** Icon and banner may move where a feature says so; elsewhere such an image is kept and shown still. */
export function mayAnimate(image: GuildImage, features: readonly string[]): boolean {
  const needed = ANIMATED[image]
  return needed !== undefined && features.includes(needed)
}

export type CommunityChannel = 'rules_channel_id' | 'public_updates_channel_id'

/** What a community guild lacks: it has a channel for its rules and one for what the platform tells it. */
export function missingForCommunity(
  guild: { features: readonly string[] } & Record<CommunityChannel, Snowflake | null>,
): CommunityChannel[] {
  if (!guild.features.includes('COMMUNITY')) return []
  return (['rules_channel_id', 'public_updates_channel_id'] as const).filter((key) => guild[key] === null)
}

/** A guild tag comes with its feature. [USR-4] */
export function mayTag(features: readonly string[]): Verdict {
  return features.includes('GUILD_TAGS') ? allow : refuse('GUILD_BOOSTS_REQUIRED', 'needs GUILD_TAGS')
}

/** A guild is shown to its members; to others where it can be found, or looked into before joining. */
export function mayPreview({ member, features }: { member: boolean; features: readonly string[] }): boolean {
  return member || features.includes('DISCOVERABLE') || features.includes('PREVIEW_ENABLED')
}

/** Whose vanity address is read or set: MANAGE_GUILD, in a guild that may have one. */
export function mayHaveVanityUrl(features: readonly string[]): Verdict {
  return features.includes('VANITY_URL') ? allow : refuse('MISSING_ACCESS', 'needs VANITY_URL')
}

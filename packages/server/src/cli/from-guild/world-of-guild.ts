/** Turns what was read of a guild into a world file. Pure. */
import { ChannelFlag, ChannelType } from '@guildhall/protocol'
import { isUnicodeEmoji } from '../../resources/guild/emojis/index.ts'
import type { World, WorldChannel, WorldGuild, WorldOverwrite, WorldRole } from '../../world/index.ts'
import { archiveMinutes, messagesOf, type Scene, tagsOf, threadsOf } from './conversations.ts'
import { cut, defined, filled, fromEntries } from './entries.ts'
import type { GuildFacts } from './guild-facts.ts'
import { emojisOf, eventsOf, rulesOf, stickersOf } from './guild-parts.ts'
import { Keys } from './keys.ts'
import {
  byPosition,
  EVERYONE,
  guildBotsOf,
  keptChannels,
  type Leave,
  type Names,
  namesOf,
  plainRoles,
} from './names.ts'
import { applicationsOf, usersOf } from './people.ts'
import type { EmojiReference, WireChannel, WireRole } from './wire.ts'

const VOICE_TYPES: readonly number[] = [ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE]
const FORUM_TYPES: readonly number[] = [ChannelType.GUILD_FORUM, ChannelType.GUILD_MEDIA]
const AFK_TIMEOUTS: readonly number[] = [60, 300, 900, 1_800, 3_600]

export interface GuildWorld {
  world: World
  /** Things that the file leaves out, for the user at the terminal. */
  leftOut: string[]
}

/** Returns the world of a guild: its owner, the members that were read, their bots, and the guild. */
export function worldOfGuild(facts: GuildFacts): GuildWorld {
  const leftOut = new Map<string, number>()
  const leave = (what: string, count = 1) => void leftOut.set(what, (leftOut.get(what) ?? 0) + count)
  const names = namesOf(facts)
  const world: World = {
    users: usersOf(facts, names),
    applications: applicationsOf(facts, names),
    guilds: { [new Keys().of(facts.guild.name, 'guild')]: guildOf(facts, names, leave) },
  }
  return { world, leftOut: [...facts.notes, ...[...leftOut].map(([what, count]) => `${count} ${what}`)] }
}

function guildOf(facts: GuildFacts, names: Names, leave: Leave): WorldGuild {
  const { guild, channels } = facts
  const kept = keptChannels(channels)
  if (channels.length > kept.length) leave('channels of other types', channels.length - kept.length)
  const scene = { facts, names, leave, emojiOf: (reference: EmojiReference) => emojiNamed(names, reference) }
  const members = new Set(facts.members.map(({ user }) => user.id))
  const listed = [...names.users].flatMap(([id, key]) => (members.has(id) && id !== guild.owner_id ? [key] : []))
  return {
    id: guild.id,
    name: cut(guild.name, 100),
    owner: names.users.get(guild.owner_id) ?? '',
    ...settingsOf(facts, names),
    ...(listed.length > 0 && { members: listed }),
    bots: fromEntries(guildBotsOf(facts), names.bots, ({ id }) => botOf(facts, names, id)),
    roles: {
      [EVERYONE]: everyone(guild.roles.find(({ id }) => id === guild.id)),
      ...fromEntries(byPosition(plainRoles(facts)), names.roles, (role) => roleOf(facts, names, role)),
    },
    channels: fromEntries(kept, names.channels, (channel) => channelOf(scene, channel)),
    ...filled({
      emojis: emojisOf(scene),
      stickers: stickersOf(scene),
      auto_moderation: rulesOf(scene),
      scheduled_events: eventsOf(scene),
    }),
  }
}

function settingsOf({ guild, channels }: GuildFacts, names: Names) {
  const typeOf = new Map(channels.map(({ id, type }) => [id, type]))
  const named = (id: string | null | undefined, types: readonly number[]) =>
    types.includes(typeOf.get(id ?? '') ?? -1) ? names.channels.get(id ?? '') : undefined
  const texts = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]
  const { description, afk_timeout, vanity_url_code } = guild
  const features = guild.features ?? []
  return defined({
    description: description ? cut(description, 300) : undefined,
    features: features.length > 0 ? features.slice(0, 100) : undefined,
    system_channel: named(guild.system_channel_id, texts),
    rules_channel: named(guild.rules_channel_id, texts),
    public_updates_channel: named(guild.public_updates_channel_id, texts),
    afk_channel: named(guild.afk_channel_id, [ChannelType.GUILD_VOICE]),
    afk_timeout: AFK_TIMEOUTS.find((seconds) => seconds === afk_timeout),
    verification_level: guild.verification_level || undefined,
    default_message_notifications: guild.default_message_notifications || undefined,
    explicit_content_filter: guild.explicit_content_filter || undefined,
    mfa_level: guild.mfa_level || undefined,
    nsfw_level: guild.nsfw_level || undefined,
    premium_tier: guild.premium_tier || undefined,
    preferred_locale: guild.preferred_locale ?? undefined,
    vanity_url_code: /^[A-Za-z0-9-]{1,32}$/.test(vanity_url_code ?? '') ? vanity_url_code : undefined,
  })
}

function everyone(role: WireRole | undefined): WorldRole {
  return defined({ permissions: role?.permissions, mentionable: role?.mentionable || undefined })
}

function membersOf(facts: GuildFacts): { id: string; roles: string[] }[] {
  const listed = facts.members.map(({ user, roles }) => ({ id: user.id, roles }))
  return listed.some(({ id }) => id === facts.bot.user.id)
    ? listed
    : [...listed, { id: facts.bot.user.id, roles: facts.bot.roles }]
}

function botOf(facts: GuildFacts, names: Names, id: string) {
  const own = facts.guild.roles.find(({ tags }) => tags?.bot_id === id)
  const roles = membersOf(facts).find((member) => member.id === id)?.roles ?? []
  const further = roles.flatMap((role) => names.roles.get(role) ?? [])
  return {
    permissions: own?.permissions ?? '0',
    ...(own && { role_id: own.id, role_position: Math.max(1, own.position) }),
    ...(further.length > 0 && { roles: further }),
  }
}

function roleOf(facts: GuildFacts, names: Names, role: WireRole): WorldRole {
  const holders = membersOf(facts).filter(({ roles }) => roles.includes(role.id))
  const members = holders.flatMap(({ id }) => names.users.get(id) ?? [])
  return defined({
    id: role.id,
    name: cut(role.name, 100) || undefined,
    permissions: role.permissions,
    color: (role.color ?? 0) & 0xffffff || undefined,
    hoist: role.hoist || undefined,
    mentionable: role.mentionable || undefined,
    position: Math.max(1, role.position),
    unicode_emoji: role.unicode_emoji || undefined,
    members: members.length > 0 ? members : undefined,
  })
}

function channelOf(scene: Scene, channel: WireChannel): WorldChannel {
  const { names, leave } = scene
  const isVoice = VOICE_TYPES.includes(channel.type)
  const isCategory = channel.type === ChannelType.GUILD_CATEGORY
  const overwrites = (channel.permission_overwrites ?? []).flatMap((entry) => {
    const target = targetOf(entry, names)
    if (target === null) leave('permission overwrites of members and roles that are not in the file')
    return target === null ? [] : [{ ...target, allow: entry.allow, deny: entry.deny }]
  })
  const messages = messagesOf(scene, channel.id)
  return defined({
    id: channel.id,
    name: cut(channel.name ?? '', 100) || undefined,
    type: channel.type === ChannelType.GUILD_TEXT ? undefined : channel.type,
    topic: channel.topic ? cut(channel.topic, 4_096) : undefined,
    nsfw: channel.nsfw || undefined,
    rate_limit_per_user: channel.rate_limit_per_user || undefined,
    position: Math.max(0, channel.position ?? 0),
    parent: isCategory ? undefined : names.channels.get(channel.parent_id ?? ''),
    bitrate: isVoice ? (channel.bitrate ?? undefined) : undefined,
    user_limit: isVoice ? channel.user_limit || undefined : undefined,
    default_auto_archive_duration: archiveMinutes(channel.default_auto_archive_duration),
    default_thread_rate_limit_per_user: channel.default_thread_rate_limit_per_user || undefined,
    permission_overwrites: overwrites.length > 0 ? overwrites : undefined,
    ...(FORUM_TYPES.includes(channel.type) && forumSettings(scene, channel)),
    ...filled({ threads: threadsOf(scene, channel) }),
    messages: messages.length > 0 ? messages : undefined,
  })
}

function forumSettings(scene: Scene, channel: WireChannel) {
  const { default_reaction_emoji: reaction, flags } = channel
  return {
    ...filled({ tags: tagsOf(scene, channel) }),
    require_tag: ((flags ?? 0) & ChannelFlag.REQUIRE_TAG) !== 0 || undefined,
    default_reaction_emoji: reaction ? scene.emojiOf(reaction) : undefined,
    default_sort_order: channel.default_sort_order ?? undefined,
    default_forum_layout: channel.default_forum_layout || undefined,
  }
}

/** Returns an emoji by the name that the file has for it; undefined for one that is not in the file. */
function emojiNamed(names: Names, { emoji_id, emoji_name }: EmojiReference): string | undefined {
  if (emoji_id) return names.emojis.get(emoji_id)
  return emoji_name && isUnicodeEmoji(emoji_name) ? emoji_name : undefined
}

function targetOf({ id, type }: { id: string; type: number }, names: Names): WorldOverwrite | null {
  const [role, user, bot] = [names.roles.get(id), names.users.get(id), names.bots.get(id)]
  if (type === 0) return role === undefined ? null : { role }
  if (user !== undefined) return { user }
  return bot === undefined ? null : { bot }
}

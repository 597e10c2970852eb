import { ChannelFlag, ChannelType, DEFAULT_EVERYONE_PERMISSIONS, type Instant } from '@guildhall/protocol'
import type { Overwrite } from '../kernel/model.ts'
import type { Work } from '../kernel/work.ts'
import { type FileKeeper, storeImage } from '../resources/accounts/files/index.ts'
import { insertChannel } from '../resources/guild/channels/index.ts'
import { insertGuild } from '../resources/guild/guilds/index.ts'
import { insertIntegration } from '../resources/guild/integrations/index.ts'
import { insertMember } from '../resources/guild/members/index.ts'
import { insertRole } from '../resources/guild/roles/index.ts'
import { addConversations, lastPin } from './apply-conversations.ts'
import { addEvents, addExpressions, addRules } from './apply-guild-parts.ts'
import type { FilledChannel, FilledGuild, FilledWorld } from './fill-world.ts'
import { EVERYONE } from './reference-targets.ts'
import type { WorldOverwrite, WorldRole } from './world.ts'

/** Adds a guild with everything in it. */
export async function addGuild(work: Work, keeper: FileKeeper, guild: FilledGuild, world: FilledWorld): Promise<void> {
  const id = BigInt(guild.id)
  const channelId = (key: string | undefined) => (key === undefined ? null : BigInt(guild.channels[key]?.id ?? 0))
  await insertGuild(work, {
    id,
    name: guild.name,
    owner_id: BigInt(world.users[guild.owner]?.id ?? 0),
    description: guild.description ?? null,
    icon: await storeImage(work, keeper, { folder: `icons/${id}` }, guild.icon ?? null),
    features: featuresOf(guild),
    system_channel_id: channelId(guild.system_channel),
    rules_channel_id: channelId(guild.rules_channel),
    public_updates_channel_id: channelId(guild.public_updates_channel),
    afk_channel_id: channelId(guild.afk_channel),
    afk_timeout: guild.afk_timeout ?? 300,
    verification_level: guild.verification_level ?? 0,
    default_message_notifications: guild.default_message_notifications ?? 0,
    explicit_content_filter: guild.explicit_content_filter ?? 0,
    mfa_level: guild.mfa_level ?? 0,
    nsfw_level: guild.nsfw_level ?? 0,
    premium_tier: guild.premium_tier ?? 0,
    preferred_locale: guild.preferred_locale ?? 'en-US',
    vanity_url_code: guild.vanity_url_code ?? null,
  })
  await addRoles(work, guild, world)
  await addChannels(work, guild, world)
  await addMembers(work, guild, world)
  await addExpressions(work, keeper, guild)
  await addConversations(work, guild, world)
  await addRules(work, guild, world)
  await addEvents(work, keeper, guild, world)
}

/** Guilds with rules have a feature that says so. */
function featuresOf({ features = [], auto_moderation }: FilledGuild): string[] {
  if (Object.keys(auto_moderation).length === 0 || features.includes('AUTO_MODERATION')) return features
  return [...features, 'AUTO_MODERATION']
}

async function addRoles(work: Work, guild: FilledGuild, world: FilledWorld): Promise<void> {
  const guildId = BigInt(guild.id)
  const everyone = guild.roles[EVERYONE]
  const everyonePermissions =
    everyone?.permissions === undefined ? DEFAULT_EVERYONE_PERMISSIONS : BigInt(everyone.permissions)
  await insertRole(work, {
    id: guildId,
    guild_id: guildId,
    name: '@everyone',
    position: 0,
    permissions: everyonePermissions,
  })
  const given = Object.entries(guild.roles).filter(([key]) => key !== EVERYONE)
  const botRoles = Object.entries(guild.bots).flatMap(([key, bot]) =>
    bot.role_id ? [{ key, bot, roleId: BigInt(bot.role_id) }] : [],
  )
  // The file's first role is the highest. Bots' own roles rank above them all, so that a bot with the permission to
  // manage roles and members can do so.
  let position = given.length
  let highest = position
  for (const [, role] of given) {
    const at = role.position ?? position
    await insertRole(work, { ...roleInput(role, guildId), position: at })
    highest = Math.max(highest, at)
    position -= 1
  }
  for (const [index, { key, bot, roleId }] of botRoles.entries()) {
    await insertRole(work, {
      id: roleId,
      guild_id: guildId,
      name: world.applications[key]?.name ?? key,
      position: bot.role_position ?? highest + botRoles.length - index,
      permissions: BigInt(bot.permissions),
      managed: true,
      tags: { bot_id: bot.id },
    })
  }
}

function roleInput(role: WorldRole & { id: string; name: string }, guildId: bigint) {
  const color = role.color ?? 0
  return {
    id: BigInt(role.id),
    guild_id: guildId,
    name: role.name,
    permissions: role.permissions === undefined ? DEFAULT_EVERYONE_PERMISSIONS : BigInt(role.permissions),
    color,
    colors: { primary_color: color, secondary_color: null, tertiary_color: null },
    hoist: role.hoist ?? false,
    mentionable: role.mentionable ?? false,
    unicode_emoji: role.unicode_emoji ?? null,
  }
}

async function addChannels(work: Work, guild: FilledGuild, world: FilledWorld): Promise<void> {
  let position = 0
  for (const channel of Object.values(guild.channels)) {
    const parent = channel.parent ? guild.channels[channel.parent] : undefined
    await insertChannel(work, {
      id: BigInt(channel.id),
      guild_id: BigInt(guild.id),
      type: channel.type,
      name: channel.name,
      parent_id: parent ? BigInt(parent.id) : null,
      position: channel.position ?? position,
      topic: channel.topic ?? null,
      nsfw: channel.nsfw ?? false,
      rate_limit_per_user: channel.rate_limit_per_user ?? 0,
      bitrate: channel.bitrate ?? 64_000,
      user_limit: channel.user_limit ?? 0,
      default_auto_archive_duration: channel.default_auto_archive_duration ?? null,
      permission_overwrites: (channel.permission_overwrites ?? []).map((entry) => overwrite(entry, guild, world)),
      application_id: work.changes.inEffect('guild_channel_application_id', work.now) ? null : undefined,
      last_pin_timestamp: lastPin(channel.messages ?? []),
      ...forumSettings(channel, guild),
    })
    if (channel.type !== ChannelType.GUILD_CATEGORY) position += 1
  }
}

function forumSettings(channel: FilledChannel, guild: FilledGuild) {
  const { default_reaction_emoji: reaction, default_sort_order = null, default_forum_layout = 0 } = channel
  return {
    default_thread_rate_limit_per_user: channel.default_thread_rate_limit_per_user ?? 0,
    default_reaction_emoji: reaction === undefined ? null : emojiIn(guild, reaction),
    default_sort_order,
    default_forum_layout,
    flags: channel.require_tag ? ChannelFlag.REQUIRE_TAG : 0,
    available_tags: Object.values(channel.tags ?? {}).map(({ id, name, moderated = false, emoji }) => ({
      ...{ id: BigInt(id), name, moderated },
      ...emojiIn(guild, emoji),
    })),
  }
}

/** Returns the emoji that a file names: one of the guild, else one of Unicode. */
function emojiIn({ emojis }: FilledGuild, name: string | undefined) {
  const own = name !== undefined && Object.hasOwn(emojis, name) ? emojis[name] : undefined
  return own ? { emoji_id: BigInt(own.id), emoji_name: null } : { emoji_id: null, emoji_name: name ?? null }
}

function overwrite(entry: WorldOverwrite, guild: FilledGuild, world: FilledWorld): Overwrite {
  const bits = { allow: BigInt(entry.allow ?? '0'), deny: BigInt(entry.deny ?? '0') }
  if (entry.role !== undefined) {
    const id = entry.role === EVERYONE ? guild.id : guild.roles[entry.role]?.id
    return { id: BigInt(id ?? 0), type: 0, ...bits }
  }
  const id = entry.user !== undefined ? world.users[entry.user]?.id : world.applications[entry.bot ?? '']?.bot?.id
  return { id: BigInt(id ?? 0), type: 1, ...bits }
}

async function addMembers(work: Work, guild: FilledGuild, world: FilledWorld): Promise<void> {
  const guild_id = BigInt(guild.id)
  const joined_at: Instant = work.now
  for (const key of new Set([guild.owner, ...(guild.members ?? [])])) {
    const user = world.users[key]
    if (!user) continue
    const roles = Object.values(guild.roles)
      .filter((role) => role.members?.includes(key))
      .map((role) => BigInt(role.id))
    await insertMember(work, { guild_id, user_id: BigInt(user.id), joined_at, roles })
  }
  for (const [key, bot] of Object.entries(guild.bots)) {
    const roles = (bot.roles ?? []).map((name) => BigInt(guild.roles[name]?.id ?? 0))
    if (bot.role_id) roles.push(BigInt(bot.role_id))
    await insertMember(work, { guild_id, user_id: BigInt(bot.id), joined_at, roles })
    const application = world.applications[key]
    if (application)
      await insertIntegration(work, { id: work.nextId(), guild_id, application_id: BigInt(application.id) })
  }
}

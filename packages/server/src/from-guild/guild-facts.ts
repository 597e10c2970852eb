import { GuildReadError, type GuildReader } from './guild-reader.ts'

/** Parts of wire objects that a world file has a place for. */
export interface WireUser {
  id: string
  username: string
  global_name?: string | null
  bot?: boolean
}

export interface WireRole {
  id: string
  name: string
  permissions: string
  position: number
  color?: number
  hoist?: boolean
  mentionable?: boolean
  managed?: boolean
  unicode_emoji?: string | null
  tags?: { bot_id?: string }
}

export interface WireOverwrite {
  id: string
  type: number
  allow: string
  deny: string
}

export interface WireChannel {
  id: string
  type: number
  name?: string | null
  topic?: string | null
  nsfw?: boolean
  position?: number
  parent_id?: string | null
  rate_limit_per_user?: number
  bitrate?: number
  user_limit?: number
  default_auto_archive_duration?: number | null
  permission_overwrites?: WireOverwrite[]
}

export interface WireGuild {
  id: string
  name: string
  owner_id: string
  description?: string | null
  features?: string[]
  roles: WireRole[]
  emojis?: { id: string; name: string }[]
  stickers?: unknown[]
  system_channel_id?: string | null
  rules_channel_id?: string | null
  public_updates_channel_id?: string | null
  afk_channel_id?: string | null
  afk_timeout?: number
  verification_level?: number
  default_message_notifications?: number
  explicit_content_filter?: number
  mfa_level?: number
  nsfw_level?: number
  premium_tier?: number
  preferred_locale?: string
  vanity_url_code?: string | null
}

export interface WireMember {
  user: WireUser
  roles: string[]
}

export interface WireApplication {
  id: string
  name: string
  description?: string
  flags?: number
  tags?: string[]
  bot_public?: boolean
  bot_require_code_grant?: boolean
}

/** A guild as it was read. */
export interface GuildFacts {
  guild: WireGuild
  channels: WireChannel[]
  /** The bot whose token reads, with its application. */
  application: WireApplication
  bot: WireMember
  owner: WireUser
  members: WireMember[]
  /** Counts of what a world file has no place for, by name; null where the bot may not read it. */
  others: Record<string, number | null>
}

/** Reads a guild, and at most `membersMax` of its members. */
export async function readGuild(reader: GuildReader, guildId: string, membersMax: number): Promise<GuildFacts> {
  const application = await reader.get<WireApplication>('/applications/@me')
  const self = await reader.get<WireUser>('/users/@me')
  const guild = await reader.find<WireGuild>(`/guilds/${guildId}`)
  if (!guild) throw new GuildReadError(`There is no guild ${guildId}, or ${self.username} is not in it.`)
  const channels = await reader.get<WireChannel[]>(`/guilds/${guildId}/channels`)
  const bot = await reader.get<WireMember>(`/guilds/${guildId}/members/${self.id}`)
  const owner = await reader.get<WireUser>(`/users/${guild.owner_id}`)
  const members = membersMax === 0 ? [] : await reader.members<WireMember>(guildId, membersMax)
  if (!members) throw new GuildReadError('--members: the bot needs the GUILD_MEMBERS intent to list members.')
  return {
    guild,
    channels,
    application,
    bot,
    owner,
    members,
    others: await readOthers(reader, guildId, application.id),
  }
}

async function readOthers(reader: GuildReader, guildId: string, applicationId: string) {
  const count = async (path: string) => (await reader.find<unknown[]>(path))?.length ?? null
  const threads = await reader.find<{ threads: unknown[] }>(`/guilds/${guildId}/threads/active`)
  return {
    'active threads': threads?.threads.length ?? null,
    stickers: await count(`/guilds/${guildId}/stickers`),
    'automatic moderation rules': await count(`/guilds/${guildId}/auto-moderation/rules`),
    'commands, which bots register themselves': await count(
      `/applications/${applicationId}/guilds/${guildId}/commands`,
    ),
  }
}

import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { Guild, GuildData } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { GuildTable } from '../../../kernel/store/tables.ts'
import { setVanityUrl } from './vanity-store.ts'

const DEFAULTS: GuildData = {
  icon: null,
  splash: null,
  discovery_splash: null,
  banner: null,
  description: null,
  features: [],
  verification_level: 0,
  default_message_notifications: 0,
  explicit_content_filter: 0,
  mfa_level: 0,
  nsfw_level: 0,
  premium_tier: 0,
  premium_subscription_count: 0,
  premium_progress_bar_enabled: false,
  preferred_locale: 'en-US',
  afk_channel_id: null,
  afk_timeout: 300,
  system_channel_id: null,
  system_channel_flags: 0,
  rules_channel_id: null,
  public_updates_channel_id: null,
  safety_alerts_channel_id: null,
  widget_enabled: false,
  widget_channel_id: null,
  vanity_url_code: null,
  tag: null,
  home_header: null,
  incidents: null,
}

function guildOfRow(row: GuildTable): Guild {
  const { data, ...columns } = row
  return { ...DEFAULTS, ...unpack<Partial<GuildData>>(data), ...columns }
}

function rowOfGuild(guild: Guild): GuildTable {
  const { id, name, owner_id, ...data } = guild
  return { id, name, owner_id, data: pack(data) }
}

/** Returns a guild, or undefined. */
export async function findGuild(session: StoreSession, id: Snowflake): Promise<Guild | undefined> {
  const row = await session.first(db.selectFrom('guilds').selectAll().where('id', '=', id))
  return row && guildOfRow(row)
}

/** Returns names and owners of the first guilds by id, at most `limit`. */
export function listGuildNames(
  session: StoreSession,
  limit: number,
): Promise<Pick<GuildTable, 'id' | 'name' | 'owner_id'>[]> {
  return session.all(db.selectFrom('guilds').select(['id', 'name', 'owner_id']).orderBy('id').limit(limit))
}

/** Lists the guilds among `ids` that exist, by ascending id. */
export async function listGuilds(session: StoreSession, ids: readonly Snowflake[]): Promise<Guild[]> {
  const guilds: Guild[] = []
  for (let start = 0; start < ids.length; start += 500) {
    const part = ids.slice(start, start + 500)
    guilds.push(...(await session.all(db.selectFrom('guilds').selectAll().where('id', 'in', part))).map(guildOfRow))
  }
  return guilds.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Stores a new guild with defaults for missing fields, and claims its vanity URL. */
export async function insertGuild(
  session: StoreSession,
  guild: Pick<Guild, 'id' | 'name' | 'owner_id'> & Partial<GuildData>,
): Promise<Guild> {
  const whole = { ...DEFAULTS, ...guild }
  await session.run(db.insertInto('guilds').values(rowOfGuild(whole)))
  if (whole.vanity_url_code !== null) await setVanityUrl(session, whole.id, whole.vanity_url_code)
  return whole
}

/** Stores all fields of a guild. */
export async function updateGuild(session: StoreSession, guild: Guild): Promise<void> {
  await session.run(db.updateTable('guilds').set(rowOfGuild(guild)).where('id', '=', guild.id))
}

/** Tables with rows of a guild, by `guild_id`. */
const IN_GUILD = [
  'guild_retentions',
  'webhooks',
  'invites',
  'channels',
  'roles',
  'members',
  'member_counts',
  'member_names',
  'bans',
  'integrations',
  'emojis',
  'stickers',
  'soundboard_sounds',
  'stage_instances',
  'scheduled_events',
  'scheduled_event_users',
  'commands',
  'command_permissions',
  'audit_log',
  'auto_moderation_rules',
  'former_members',
  'guild_templates',
  'guild_documents',
  'join_requests',
  'vanity_urls',
  'search_guilds',
] as const

/** Deletes a guild with all its rows in other tables. */
export async function deleteGuild(session: StoreSession, guildId: Snowflake): Promise<void> {
  const channels = db.selectFrom('channels').select('id').where('guild_id', '=', guildId)
  const messages = db.selectFrom('messages').select('id').where('channel_id', 'in', channels)
  await session.run(db.deleteFrom('reactions').where('message_id', 'in', messages))
  await session.run(db.deleteFrom('poll_votes').where('message_id', 'in', messages))
  await session.run(db.deleteFrom('mentions').where('message_id', 'in', messages))
  await session.run(db.deleteFrom('read_states').where('channel_id', 'in', channels))
  await session.run(db.deleteFrom('messages').where('channel_id', 'in', channels))
  await session.run(db.deleteFrom('thread_members').where('channel_id', 'in', channels))
  for (const table of IN_GUILD) await session.run(db.deleteFrom(table).where('guild_id', '=', guildId))
  await session.run(db.deleteFrom('guilds').where('id', '=', guildId))
}

/** Whether a user owns a guild. Scans all guilds, since accounts are deleted rarely. */
export async function ownsGuild(session: StoreSession, userId: Snowflake): Promise<boolean> {
  return (
    (await session.first(db.selectFrom('guilds').select('id').where('owner_id', '=', userId).limit(1))) !== undefined
  )
}

import type { Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import { GuildView } from '../../kernel/guild-view.ts'
import { pack, unpack } from '../../kernel/json.ts'
import type { Guild, GuildData } from '../../kernel/model.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { GuildTable } from '../../kernel/store/tables.ts'
import { versionOf } from '../../kernel/units.ts'
import { listChannels, listPrivateThreads } from '../channels/index.ts'
import { listGuildEmojis } from '../emojis/index.ts'
import { countMembers } from '../members/index.ts'
import { indexState } from '../messages/index.ts'
import { listRoles } from '../roles/index.ts'
import { listScheduledEvents } from '../scheduled-events/index.ts'
import { listGuildSounds } from '../soundboard/index.ts'
import { listStageInstances } from '../stage-instances/index.ts'
import { listGuildStickers } from '../stickers/index.ts'
import { set as setVanityUrl } from './vanity-store.ts'

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

export async function list(session: StoreSession, ids: readonly Snowflake[]): Promise<Guild[]> {
  const guilds: Guild[] = []
  for (let start = 0; start < ids.length; start += 500) {
    const part = ids.slice(start, start + 500)
    guilds.push(...(await session.all(db.selectFrom('guilds').selectAll().where('id', 'in', part))).map(guildOfRow))
  }
  return guilds.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export async function insert(
  session: StoreSession,
  guild: Pick<Guild, 'id' | 'name' | 'owner_id'> & Partial<GuildData>,
): Promise<Guild> {
  const whole = { ...DEFAULTS, ...guild }
  await session.run(db.insertInto('guilds').values(rowOfGuild(whole)))
  if (whole.vanity_url_code !== null) await setVanityUrl(session, whole.id, whole.vanity_url_code)
  return whole
}

export async function update(session: StoreSession, guild: Guild): Promise<void> {
  await session.run(db.updateTable('guilds').set(rowOfGuild(guild)).where('id', '=', guild.id))
}

const IN_GUILD = [
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

/** Removes a guild with all that is in it, in every table. */
export async function removeWhole(session: StoreSession, guildId: Snowflake): Promise<void> {
  const channels = db.selectFrom('channels').select('id').where('guild_id', '=', guildId)
  const messages = db.selectFrom('messages').select('id').where('channel_id', 'in', channels)
  await session.run(db.deleteFrom('reactions').where('message_id', 'in', messages))
  await session.run(db.deleteFrom('poll_votes').where('message_id', 'in', messages))
  await session.run(db.deleteFrom('messages').where('channel_id', 'in', channels))
  await session.run(db.deleteFrom('thread_members').where('channel_id', 'in', channels))
  for (const table of IN_GUILD) await session.run(db.deleteFrom(table).where('guild_id', '=', guildId))
  await session.run(db.deleteFrom('guilds').where('id', '=', guildId))
}

/** Reads all that a guild view holds; null when there is no such guild. */
export async function loadView(session: StoreSession, guildId: Snowflake): Promise<GuildView | null> {
  const version = await versionOf(session, guildTopic(guildId))
  const row = await session.first(db.selectFrom('guilds').selectAll().where('id', '=', guildId))
  if (!row) return null
  const view = new GuildView(guildOfRow(row))
  view.version = version
  for (const role of await listRoles(session, guildId)) view.roles.set(role.id, role)
  for (const channel of await listChannels(session, guildId)) view.channels.set(channel.id, channel)
  for (const [id, members] of await listPrivateThreads(session, guildId)) view.privateThreads.set(id, members)
  for (const emoji of await listGuildEmojis(session, guildId)) view.emojis.set(emoji.id, emoji)
  for (const sticker of await listGuildStickers(session, guildId)) view.stickers.set(sticker.id, sticker)
  for (const sound of await listGuildSounds(session, guildId)) view.sounds.set(sound.id, sound)
  for (const stage of await listStageInstances(session, guildId)) view.stageInstances.set(stage.channel_id, stage)
  for (const event of await listScheduledEvents(session, guildId)) view.scheduledEvents.set(event.id, event)
  view.memberCount = await countMembers(session, guildId)
  view.searchIndexed = (await indexState(session, guildId)) !== undefined
  return view
}

import { createHash } from 'node:crypto'
import {
  ApplicationFlag,
  ChannelType,
  DEFAULT_EVERYONE_PERMISSIONS,
  type Instant,
  instant,
  SkuType,
  UserFlag,
} from '@guildhall/protocol'
import type { Clock } from '../kernel/clock.ts'
import type { IdSource } from '../kernel/ids.ts'
import type { Overwrite } from '../kernel/model.ts'
import type { Store } from '../kernel/store/store.ts'
import { SYSTEM_ACTOR, type Units } from '../kernel/units.ts'
import type { Work } from '../kernel/work.ts'
import { orderedMappings } from '../resources/activities/index.ts'
import { insertApplication } from '../resources/applications/index.ts'
import { insertChannel } from '../resources/channels/index.ts'
import { ensureEntryPoint } from '../resources/commands/index.ts'
import { saveConnection } from '../resources/connections/index.ts'
import { insertEmoji } from '../resources/emojis/index.ts'
import { insertGuild } from '../resources/guilds/index.ts'
import { insertIntegration } from '../resources/integrations/index.ts'
import { insertMember } from '../resources/members/index.ts'
import { insertRole } from '../resources/roles/index.ts'
import { createSku } from '../resources/skus/index.ts'
import {
  hashGeneratedPassword,
  hashPassword,
  insertToken,
  insertUser,
  setPassword,
  tokenHash,
} from '../resources/users/index.ts'
import { demoWorld } from './demo-world.ts'
import {
  type FilledApplication,
  type FilledGuild,
  type FilledSku,
  type FilledUser,
  type FilledWorld,
  fillWorld,
} from './fill-world.ts'
import { keepDemoMark, keepWorld } from './keep-world.ts'
import { hasUsers } from './store.ts'
import type { World, WorldOverwrite, WorldRole } from './world.ts'
import { EVERYONE, isPublicClient } from './world-references.ts'
import { randomWorldSource } from './world-source.ts'

/**
 * Time before the start at which the first object of a world is created, each further one a millisecond later. Default
 * avatars and shards follow from the millisecond of an id.
 */
const CREATED_BEFORE_MS = 1_000

/**
 * Fills an empty store with a world and keeps the world's ids and secrets, in one transaction: a start that is killed
 * leaves the store empty or filled. A store with users is left unchanged.
 */
export async function applyWorld(parts: {
  units: Units
  store: Store
  ids: IdSource
  clock: Clock
  world: World | null
}): Promise<void> {
  if (await parts.store.read(hasUsers)) return
  const world = parts.world ?? demoWorld()
  const now = parts.clock.now()
  let createdAt = now - CREATED_BEFORE_MS
  const nextId = () => parts.ids.next(Math.min(++createdAt, now))
  const filled = fillWorld(world, randomWorldSource(nextId))
  const passwords = new Map<string, string>()
  await Promise.all(
    Object.entries(filled.users).map(async ([key, user]) => {
      const given = world.users[key]?.password
      passwords.set(key, given === undefined ? hashGeneratedPassword(user.password) : await hashPassword(given))
    }),
  )
  await parts.units.write(SYSTEM_ACTOR, async (work) => {
    for (const [key, user] of Object.entries(filled.users)) await addUser(work, user, passwords.get(key) ?? '')
    for (const key of Object.keys(filled.applications)) await addApplication(work, key, filled)
    for (const guild of Object.values(filled.guilds)) await addGuild(work, guild, filled)
    await keepWorld(work, filled)
    if (parts.world === null) await keepDemoMark(work)
  })
}

async function addUser(work: Work, user: FilledUser, passwordHash: string): Promise<void> {
  const id = BigInt(user.id)
  await insertUser(work, {
    id,
    username: user.username,
    discriminator: '0',
    global_name: user.global_name ?? null,
    bot: false,
    email: user.email ?? null,
    locale: user.locale ?? 'en-US',
    bio: user.bio ?? '',
    premium_type: user.premium_type ?? 0,
    profile_visibility: user.profile_visibility ?? 0,
    allow_dms: user.allow_dms ?? true,
  })
  await setPassword(work, id, passwordHash)
  const token = { hash: tokenHash(user.token), kind: 'person', user_id: id, application_id: null } as const
  await insertToken(work, { ...token, created_at: work.now })
  for (const { created_at, id: account, ...rest } of user.connections ?? []) {
    const made = created_at === undefined ? work.now : instant(created_at)
    await saveConnection(work, { user_id: id, id: account ?? rest.name, created_at: made, ...rest })
  }
}

async function addApplication(work: Work, key: string, world: FilledWorld): Promise<void> {
  const application = world.applications[key]
  if (!application) return
  const id = BigInt(application.id)
  const botId = application.bot ? BigInt(application.bot.id) : null
  const inserted = await insertApplication(work, {
    id,
    name: application.name,
    owner_id: BigInt(world.users[application.owner]?.id ?? 0),
    bot_id: botId,
    flags: applicationFlags(application, key, world),
    client_secret_hash: createHash('sha256').update(application.client_secret).digest('base64url'),
    signing_key: application.signing_key,
    verify_key: application.public_key,
    description: application.description ?? '',
    redirect_uris: application.redirect_uris ?? [],
    rpc_origins: application.rpc_origins ?? [],
    interactions_endpoint_url: application.interactions_endpoint_url ?? null,
    event_webhooks_url: application.event_webhooks_url ?? null,
    event_webhooks_status: application.event_webhooks_url ? 2 : 1,
    event_webhooks_types: application.event_webhooks_types ?? [],
    terms_of_service_url: application.terms_of_service_url ?? null,
    privacy_policy_url: application.privacy_policy_url ?? null,
    tags: application.tags ?? [],
    bot_public: application.bot_public ?? true,
    bot_require_code_grant: application.bot_require_code_grant ?? false,
    integration_types_config: Object.fromEntries(
      (application.integration_types ?? [0, 1]).map((type) => [String(type), {}]),
    ),
    large_bot_sharding: application.large_bot_sharding ?? false,
    max_concurrency: application.max_concurrency ?? 1,
    channel_obfuscation_opt_in: application.channel_obfuscation_opt_in ?? false,
    premium_approved: application.approvals?.includes('identify.premium') ?? false,
    social_layer_approved: application.approvals?.includes('social_layer') ?? false,
    social_sdk_terms_accepted: application.social_sdk_terms_accepted ?? application.social_layer ?? false,
    parent_id: application.parent === undefined ? null : BigInt(world.applications[application.parent]?.id ?? 0),
    external_auth: application.external_auth ?? [],
    url_map: orderedMappings(application.url_mappings ?? []),
    max_participants: application.max_participants ?? -1,
    intents_approved_at: hasApprovedIntents(application) ? work.now : null,
  })
  if (isActivity(application)) await ensureEntryPoint(work, inserted)
  for (const sku of Object.values(application.skus ?? {})) await addWorldSku(work, id, sku)
  if (!application.bot || botId === null) return
  const discriminator = String(Number(botId % 9999n) + 1).padStart(4, '0')
  await insertUser(work, {
    id: botId,
    username: application.bot.username,
    discriminator,
    global_name: null,
    bot: true,
    public_flags: application.interactions_endpoint_url ? UserFlag.BOT_HTTP_INTERACTIONS : 0,
  })
  const token = { hash: tokenHash(application.bot.token), kind: 'bot', user_id: botId, application_id: id } as const
  await insertToken(work, { ...token, created_at: work.now })
}

async function addWorldSku(work: Work, applicationId: bigint, sku: FilledSku): Promise<void> {
  const { id, name, type, access, available = true } = sku
  await createSku(work, applicationId, {
    id: BigInt(id),
    name,
    type: type === SkuType.DURABLE || type === SkuType.CONSUMABLE ? type : SkuType.SUBSCRIPTION,
    access: access === 'guild' ? 'guild' : 'user',
    available,
  })
}

function isActivity({ embedded = false, url_mappings = [] }: FilledApplication): boolean {
  return embedded || url_mappings.length > 0
}

function hasApprovedIntents({ approvals = [] }: FilledApplication): boolean {
  return approvals.some((approval) => approval !== 'identify.premium' && approval !== 'social_layer')
}

function applicationFlags(application: FilledApplication, key: string, world: FilledWorld): bigint {
  let flags = 0n
  if (Object.values(world.applications).some(({ parent }) => parent === key)) flags |= ApplicationFlag.PARENT
  if (application.intents?.includes('GUILD_MEMBERS')) flags |= ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED
  if (application.intents?.includes('GUILD_PRESENCES')) flags |= ApplicationFlag.GATEWAY_PRESENCE_LIMITED
  if (application.intents?.includes('MESSAGE_CONTENT')) flags |= ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED
  if (application.approvals?.includes('GUILD_MEMBERS')) flags |= ApplicationFlag.GATEWAY_GUILD_MEMBERS
  if (application.approvals?.includes('GUILD_PRESENCES')) flags |= ApplicationFlag.GATEWAY_PRESENCE
  if (application.approvals?.includes('MESSAGE_CONTENT')) flags |= ApplicationFlag.GATEWAY_MESSAGE_CONTENT
  if (isPublicClient(world, key)) flags |= ApplicationFlag.PUBLIC_OAUTH2_CLIENT
  if (isActivity(application)) flags |= ApplicationFlag.EMBEDDED
  if (application.social_layer) flags |= ApplicationFlag.SOCIAL_LAYER_INTEGRATION
  return flags
}

async function addGuild(work: Work, guild: FilledGuild, world: FilledWorld): Promise<void> {
  const id = BigInt(guild.id)
  const channelId = (key: string | undefined) => (key === undefined ? null : BigInt(guild.channels[key]?.id ?? 0))
  await insertGuild(work, {
    id,
    name: guild.name,
    owner_id: BigInt(world.users[guild.owner]?.id ?? 0),
    description: guild.description ?? null,
    features: guild.features ?? [],
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
  for (const [name, emoji] of Object.entries(guild.emojis)) {
    await insertEmoji(work, { id: BigInt(emoji.id), guild_id: id, application_id: null, name })
  }
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
    })
    if (channel.type !== ChannelType.GUILD_CATEGORY) position += 1
  }
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

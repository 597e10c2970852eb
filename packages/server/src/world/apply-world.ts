import { createHash } from 'node:crypto'
import { ApplicationFlag, instant, SkuType, UserFlag } from '@guildhall/protocol'
import { background } from '../kernel/background.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FileStore } from '../kernel/files.ts'
import type { IdSource } from '../kernel/ids.ts'
import type { Store } from '../kernel/store/store.ts'
import { SYSTEM_ACTOR, type Units } from '../kernel/units.ts'
import type { Work } from '../kernel/work.ts'
import { insertApplication } from '../resources/accounts/applications/index.ts'
import { saveConnection } from '../resources/accounts/connections/index.ts'
import {
  hashGeneratedPassword,
  hashPassword,
  insertToken,
  insertUser,
  type PasswordCost,
  setPassword,
  tokenHash,
} from '../resources/accounts/users/index.ts'
import { orderedMappings } from '../resources/apps/activities/index.ts'
import { createSku } from '../resources/commerce/skus/index.ts'
import { ensureEntryPoint } from '../resources/guild/commands/index.ts'
import { addGuild } from './apply-guild.ts'
import { demoWorld } from './demo-world.ts'
import { type FilledApplication, type FilledSku, type FilledUser, type FilledWorld, fillWorld } from './fill-world.ts'
import { keepDemoMark, keepWorld } from './keep-world.ts'
import { hasUsers } from './store.ts'
import type { World } from './world.ts'
import { withoutContent } from './world-directory.ts'
import { isPublicClient } from './world-references.ts'
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
  files: FileStore
  world: World | null
  passwordCost: PasswordCost
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
      const hash = given === undefined ? hashGeneratedPassword(user.password) : hashPassword(given, parts.passwordCost)
      passwords.set(key, await hash)
    }),
  )
  const faults: unknown[] = []
  const tasks = background((fault) => void faults.push(fault))
  const keeper = { files: parts.files, units: parts.units, background: tasks }
  await parts.units.write(SYSTEM_ACTOR, async (work) => {
    // Several nodes may start at once on an empty store: one of them makes the world, and the others wait.
    if (await work.lock('first world', () => hasUsers(work), { isPatient: true })) return
    for (const [key, user] of Object.entries(filled.users)) await addUser(work, user, passwords.get(key) ?? '')
    for (const key of Object.keys(filled.applications)) await addApplication(work, key, filled)
    for (const guild of Object.values(filled.guilds)) await addGuild(work, keeper, guild, filled)
    await keepWorld(work, withoutContent(filled))
    if (parts.world === null) await keepDemoMark(work)
  })
  await tasks.close()
  if (faults.length > 0) throw faults[0]
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
    locale: user.locale ?? null,
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

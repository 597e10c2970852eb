import assert from 'node:assert/strict'
import {
  APPLICATION_DESCRIPTION_MAX,
  APPLICATION_TAG_MAX,
  APPLICATION_TAGS_MAX,
  APPLICATION_URL_MAX,
  ApiError,
  ApplicationFlag,
  type ApplicationObject,
  Faults,
  PRIVILEGED_REVIEW_USERS,
  type Snowflake,
  UserFlag,
  WEBHOOK_EVENTS,
} from '@guildhall/protocol'
import { userTopic } from '../../../kernel/event.ts'
import type { Application } from '../../../kernel/model.ts'
import type { Platform } from '../../../kernel/platform.ts'
import type { Work } from '../../../kernel/work.ts'
import { storeImage } from '../../../media/store-image.ts'
import {
  Distinct,
  ImageData,
  Int,
  OneOf,
  OptionalNullable,
  PermissionBits,
  type Static,
  Text,
  Type,
} from '../../../validation/schema.ts'
import { countIntegrationsOf } from '../../integrations/index.ts'
import { countUsersSharedWith, saveUser } from '../../members/index.ts'
import { findUser, presentUser, userUpdate } from '../../users/index.ts'
import { countInstalls } from '../install-store.ts'
import { presentApplication } from '../present.ts'
import { redirectFault, urlFault } from '../rules.ts'
import * as store from '../store.ts'

const Url = Text(0, APPLICATION_URL_MAX)

const InstallParams = Type.Object({
  scopes: OptionalNullable(Distinct(OneOf('applications.commands', 'bot'), 1, 2)),
  permissions: OptionalNullable(PermissionBits),
})
const InstallConfig = OptionalNullable(Type.Object({ oauth2_install_params: OptionalNullable(InstallParams) }))
/** By installation context: 0 for guilds, 1 for users. */
const InstallConfigs = Type.Object({ 0: InstallConfig, 1: InstallConfig })

export const ApplicationBody = Type.Object({
  description: OptionalNullable(Text(0, APPLICATION_DESCRIPTION_MAX)),
  icon: OptionalNullable(ImageData),
  cover_image: OptionalNullable(ImageData),
  custom_install_url: OptionalNullable(Url),
  role_connections_verification_url: OptionalNullable(Url),
  interactions_endpoint_url: OptionalNullable(Url),
  event_webhooks_url: OptionalNullable(Url),
  event_webhooks_status: OptionalNullable(Int(1, 2)),
  event_webhooks_types: OptionalNullable(Distinct(OneOf(...WEBHOOK_EVENTS), 0, WEBHOOK_EVENTS.length)),
  tags: OptionalNullable(Distinct(Text(1, APPLICATION_TAG_MAX), 0, APPLICATION_TAGS_MAX)),
  install_params: OptionalNullable(InstallParams),
  integration_types_config: OptionalNullable(InstallConfigs),
  flags: OptionalNullable(Int(0, 2 ** 31 - 1)),
})
/** What the owner may change besides, in the portal. */
export const OwnerBody = Type.Object({
  ...ApplicationBody.properties,
  channel_obfuscation_opt_in: OptionalNullable(Type.Boolean()),
  bot_public: OptionalNullable(Type.Boolean()),
  redirect_uris: OptionalNullable(Type.Array(Text(1, 512), { maxItems: 20 })),
})

/** The switches of privileged intents below the review threshold. [APP-2] */
const SWITCHES =
  ApplicationFlag.GATEWAY_PRESENCE_LIMITED |
  ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED |
  ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED
const LOW_BITS = 0x7fffffffn

function checkedFlags(application: Application, wanted: number, faults: Faults): bigint {
  const changed = (application.flags & LOW_BITS) ^ BigInt(wanted)
  if ((changed & ~SWITCHES) !== 0n)
    faults.add(['flags'], 'APPLICATION_FLAGS_INVALID', 'Only the limited intent flags may change.')
  return (application.flags & ~SWITCHES) | (BigInt(wanted) & SWITCHES)
}

/** Refuses a privileged intent's switch to applications that need a review for it. [AUT-17] [LIM-16] */
async function checkSwitches(work: Work, before: Application, flags: bigint): Promise<void> {
  if ((flags & ~before.flags & SWITCHES) === 0n || before.bot_id === null) return
  if ((await countUsersSharedWith(work, before.bot_id, PRIVILEGED_REVIEW_USERS)) < PRIVILEGED_REVIEW_USERS) return
  throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
}

type KeptInstallParams = NonNullable<Application['install_params']>

function installParams(given: Static<typeof InstallParams> | null): KeptInstallParams | null {
  return given && { scopes: given.scopes ?? [], permissions: String(given.permissions ?? 0n) }
}

/** The contexts that stay: one that is left out, or null, is no longer supported. */
function installConfigs(given: Static<typeof InstallConfigs>): Application['integration_types_config'] {
  const kept = Object.entries(given).flatMap(([context, config]) => {
    if (!config) return []
    const params = installParams(config.oauth2_install_params ?? null)
    return [[context, params ? { oauth2_install_params: params } : {}]]
  })
  return Object.fromEntries(kept)
}

const URLS = [
  'custom_install_url',
  'role_connections_verification_url',
  'interactions_endpoint_url',
  'event_webhooks_url',
] as const

/** Changes an application. Its interactions endpoint was verified before, outside of the transaction: see `verifyEndpoint`. */
export async function editApplication(
  work: Work,
  platform: Platform,
  id: Snowflake,
  body: Static<typeof OwnerBody>,
): Promise<Application> {
  const before = await store.lockApplication(work, id)
  if (!before) throw new ApiError('UNKNOWN_APPLICATION')
  const faults = new Faults()
  const changed: Application = { ...before }
  if (body.description !== undefined) changed.description = body.description ?? ''
  for (const key of URLS) {
    const url = body[key]
    if (url === undefined) continue
    const fault = url ? urlFault(url) : null
    if (fault) faults.add([key], fault.code, fault.message)
    changed[key] = url || null
  }
  for (const [index, uri] of (body.redirect_uris ?? []).entries()) {
    const fault = redirectFault(uri)
    if (fault) faults.add(['redirect_uris', index], fault.code, fault.message)
  }
  // Without any context nobody could install it.
  const configs = body.integration_types_config
  if (configs && !Object.values(configs).some(Boolean))
    faults.add(['integration_types_config'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 2 in length.')
  if (body.flags != null) changed.flags = checkedFlags(before, body.flags, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  await checkSwitches(work, before, changed.flags)
  for (const key of [
    'tags',
    'event_webhooks_types',
    'redirect_uris',
    'event_webhooks_status',
    'channel_obfuscation_opt_in',
    'bot_public',
  ] as const) {
    if (body[key] != null) Object.assign(changed, { [key]: body[key] })
  }
  if (body.install_params !== undefined) changed.install_params = installParams(body.install_params)
  if (configs) changed.integration_types_config = installConfigs(configs)
  if (body.icon !== undefined) changed.icon = await storeImage(platform, `app-icons/${before.id}`, body.icon)
  if (body.cover_image !== undefined)
    changed.cover_image = await storeImage(platform, `app-icons/${before.id}`, body.cover_image)
  await store.updateApplication(work, changed)
  await announce(work, changed)
  return changed
}

/** Whoever keeps the application of a bot's token in memory hears of it; all see by which way its bot takes interactions. */
async function announce(work: Work, application: Application): Promise<void> {
  const bot = application.bot_id === null ? undefined : await findUser(work, application.bot_id)
  if (!bot) return
  const { BOT_HTTP_INTERACTIONS } = UserFlag
  const others = bot.public_flags & ~BOT_HTTP_INTERACTIONS
  const flags = application.interactions_endpoint_url === null ? others : others | BOT_HTTP_INTERACTIONS
  if (flags === bot.public_flags) work.emit(userUpdate, userTopic(bot.id), bot)
  else await saveUser(work, bot, { ...bot, public_flags: flags })
}

/** Returns the application with its owner, its bot and its install counts. */
export async function renderApplication(work: Work, application: Application): Promise<ApplicationObject> {
  const owner = await findUser(work, application.owner_id)
  assert(owner, `the owner of application ${application.id} exists`)
  const bot = application.bot_id === null ? undefined : await findUser(work, application.bot_id)
  const counts = {
    guilds: await countIntegrationsOf(work, application.id),
    users: await countInstalls(work, application.id),
  }
  return presentApplication(application, presentUser(owner), bot ? presentUser(bot) : null, counts)
}

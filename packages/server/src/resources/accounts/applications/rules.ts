import { ApplicationFlag, EventWebhooksStatus, type Faults } from '@guildhall/protocol'
import type { Application } from '../../../kernel/model.ts'
import type { InstallConfigs, InstallParams, OwnerChanges } from './requests.ts'

const SCHEMES: readonly string[] = ['http:', 'https:']

/** Schemes that a browser executes, or that read from the person's machine. Apps on a phone have custom schemes. */
const UNSAFE_SCHEMES: readonly string[] = [
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'intent:',
  'jar:',
  'javascript:',
  'livescript:',
  'mocha:',
  'resource:',
  'vbscript:',
  'view-source:',
]

/** Fault of one form field. */
interface FieldFault {
  readonly code: string
  readonly message: string
}

/** Returns the fault of a redirect address, or null. Accepts custom schemes. */
export function redirectFault(uri: string): FieldFault | null {
  const parsed = URL.parse(uri)
  if (!parsed) return { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }
  if (!UNSAFE_SCHEMES.includes(parsed.protocol)) return null
  return { code: 'URL_TYPE_INVALID_SCHEME', message: `Scheme "${parsed.protocol.slice(0, -1)}" is not supported.` }
}

/** Returns the fault of the address of a page or server, or null. Accepts http and https. */
export function urlFault(url: string): FieldFault | null {
  const parsed = URL.parse(url)
  if (!parsed || parsed.hostname === '') return { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }
  if (SCHEMES.includes(parsed.protocol)) return null
  const scheme = parsed.protocol.slice(0, -1)
  return {
    code: 'URL_TYPE_INVALID_SCHEME',
    message: `Scheme "${scheme}" is not supported. Scheme must be one of ('http', 'https').`,
  }
}

/** Whether an application is a public client: it has no secret to keep. */
export function isPublicClient({ flags }: Pick<Application, 'flags'>): boolean {
  return (flags & ApplicationFlag.PUBLIC_OAUTH2_CLIENT) !== 0n
}

/** Flags of privileged intents that an application without a review switches itself. [APP-2] */
const SWITCHES =
  ApplicationFlag.GATEWAY_PRESENCE_LIMITED |
  ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED |
  ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED
const LOW_BITS = 0x7fffffffn

/** Returns the privileged intent flags that `after` has and `before` has not. */
export function enabledSwitches(before: bigint, after: bigint): bigint {
  return after & ~before & SWITCHES
}

function changedFlags(application: Application, requested: number, faults: Faults): bigint {
  const changed = (application.flags & LOW_BITS) ^ BigInt(requested)
  if ((changed & ~SWITCHES) !== 0n)
    faults.add(['flags'], 'APPLICATION_FLAGS_INVALID', 'Only the limited intent flags may change.')
  return (application.flags & ~SWITCHES) | (BigInt(requested) & SWITCHES)
}

function withPublicClient(application: Application, isPublic: boolean, faults: Faults): bigint {
  const { PARENT, PUBLIC_OAUTH2_CLIENT } = ApplicationFlag
  const linked = application.parent_id !== null || (application.flags & PARENT) !== 0n
  if (linked && isPublic !== isPublicClient(application))
    faults.add(
      ['public_client'],
      'APPLICATION_LINKED',
      'A publisher and its games must all be public clients, or none.',
    )
  return isPublic ? application.flags | PUBLIC_OAUTH2_CLIENT : application.flags & ~PUBLIC_OAUTH2_CLIENT
}

type StoredInstallParams = NonNullable<Application['install_params']>

function storedInstallParams(given: InstallParams | null): StoredInstallParams | null {
  return given && { scopes: given.scopes ?? [], permissions: String(given.permissions ?? 0n) }
}

/** Returns the supported contexts. The request drops a context by omitting it or by null. */
function storedInstallConfigs(given: InstallConfigs): Application['integration_types_config'] {
  const supported = Object.entries(given).flatMap(([context, config]) => {
    if (!config) return []
    const params = storedInstallParams(config.oauth2_install_params ?? null)
    return [[context, params ? { oauth2_install_params: params } : {}]]
  })
  return Object.fromEntries(supported)
}

const URLS = [
  'custom_install_url',
  'role_connections_verification_url',
  'interactions_endpoint_url',
  'event_webhooks_url',
  'terms_of_service_url',
  'privacy_policy_url',
] as const

/**
 * Returns the URL for webhook events that a request saves or enables again, which must be verified; null for none. An
 * owner may enable the events that the platform disabled without sending the URL again. [EVT-15]
 */
export function webhookEventsUrlOf(before: Application, body: OwnerChanges): string | null {
  const { event_webhooks_url: url, event_webhooks_status: status } = body
  if (url !== undefined) return url || null
  const enabled =
    status === EventWebhooksStatus.ENABLED && before.event_webhooks_status === EventWebhooksStatus.DISABLED_BY_PLATFORM
  return enabled ? before.event_webhooks_url : null
}

/** Fields that are stored as they are sent; null changes nothing. */
const PLAIN_FIELDS = [
  'name',
  'tags',
  'event_webhooks_types',
  'redirect_uris',
  'event_webhooks_status',
  'channel_obfuscation_opt_in',
  'bot_public',
  'bot_require_code_grant',
] as const

/** Returns the application after a request, without images, and adds the faults of the request to `faults`. */
export function changedApplication(before: Application, body: OwnerChanges, faults: Faults): Application {
  const after: Application = { ...before }
  if (body.description !== undefined) after.description = body.description ?? ''
  for (const key of URLS) {
    const url = body[key]
    if (url === undefined) continue
    const fault = url ? urlFault(url) : null
    if (fault) faults.add([key], fault.code, fault.message)
    after[key] = url || null
  }
  for (const [index, uri] of (body.redirect_uris ?? []).entries()) {
    const fault = redirectFault(uri)
    if (fault) faults.add(['redirect_uris', index], fault.code, fault.message)
  }
  if (body.max_participants !== undefined) after.max_participants = body.max_participants ?? -1
  if (body.flags != null) after.flags = changedFlags(before, body.flags, faults)
  for (const key of PLAIN_FIELDS) {
    if (body[key] != null) Object.assign(after, { [key]: body[key] })
  }
  if (body.event_webhooks_url && before.event_webhooks_status === EventWebhooksStatus.DISABLED_BY_PLATFORM)
    after.event_webhooks_status = body.event_webhooks_status ?? EventWebhooksStatus.ENABLED
  if (body.social_sdk_terms_accepted) after.social_sdk_terms_accepted = true
  if (body.public_client != null) after.flags = withPublicClient(after, body.public_client, faults)
  if (body.social_layer) {
    if (!after.social_sdk_terms_accepted)
      faults.add(['social_layer'], 'SOCIAL_SDK_TERMS_REQUIRED', 'The terms of the social SDK must be accepted first.')
    after.flags |= ApplicationFlag.SOCIAL_LAYER_INTEGRATION
  }
  if (body.install_params !== undefined) after.install_params = storedInstallParams(body.install_params)
  const configs = body.integration_types_config
  if (!configs) return after
  // Nobody could install an application without a context.
  if (!Object.values(configs).some(Boolean))
    faults.add(['integration_types_config'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 2 in length.')
  after.integration_types_config = storedInstallConfigs(configs)
  return after
}

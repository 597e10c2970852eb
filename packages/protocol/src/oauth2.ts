import { ApiError } from './api-error.ts'
import type { OAuth2ErrorBody } from './objects/error.ts'

/** Every OAuth2 scope that a request may name. (Checklist, part 2, section 18) */
export const OAUTH2_SCOPES = [
  'activities.invites.write',
  'activities.read',
  'activities.write',
  'application_identities.write',
  'applications.builds.read',
  'applications.builds.upload',
  'applications.commands',
  'applications.commands.update',
  'applications.commands.permissions.update',
  'applications.entitlements',
  'applications.store.update',
  'bot',
  'connections',
  'dm_channels.read',
  'dm_channels.messages.read',
  'dm_channels.messages.write',
  'email',
  'gateway.connect',
  'gdm.join',
  'guilds',
  'guilds.channels.read',
  'guilds.join',
  'guilds.members.read',
  'identify',
  'identify.premium',
  'lobbies.write',
  'messages.read',
  'openid',
  'relationships.read',
  'relationships.write',
  'role_connections.write',
  'rpc',
  'rpc.activities.write',
  'rpc.notifications.read',
  'rpc.voice.read',
  'rpc.voice.write',
  'sdk.social_layer',
  'sdk.social_layer_presence',
  'voice',
  'webhook.incoming',
] as const

/** Scopes that `sdk.social_layer_presence` includes. */
const PRESENCE_PARTS = [
  'activities.invites.write',
  'activities.read',
  'activities.write',
  'application_identities.write',
  'gateway.connect',
  'identify',
  'relationships.read',
  'relationships.write',
]

/** Scopes that a composite scope includes. [SDK-11] [SDK-12] */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'sdk.social_layer_presence': PRESENCE_PARTS,
  'sdk.social_layer': [
    ...PRESENCE_PARTS,
    'dm_channels.messages.read',
    'dm_channels.messages.write',
    'dm_channels.read',
    'guilds',
    'guilds.channels.read',
    'lobbies.write',
  ],
}

/** Returns the scopes together with those that composite scopes include. */
export function effectiveScopes(scopes: Iterable<string>): Set<string> {
  const all = new Set<string>()
  for (const scope of scopes) {
    all.add(scope)
    for (const part of PARTS[scope] ?? []) all.add(part)
  }
  return all
}

/** Parses a list of scopes separated by spaces. Keeps the order and drops repetitions. [SDK-8] */
export function readScopes(text: string): string[] {
  return [...new Set(text.split(' ').filter((scope) => scope !== ''))]
}

/** HTTP status by OAuth2 error. */
const STATUS = {
  access_denied: 400,
  authorization_pending: 400,
  expired_token: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_request: 400,
  invalid_scope: 400,
  slow_down: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
} as const

/** OAuth2 error code. (RFC 6749, 5.2) */
export type OAuth2Fault = keyof typeof STATUS

/** Refusal with the body of OAuth2: `{error, error_description}`. (RFC 6749, 5.2) */
export class OAuth2Error extends ApiError {
  /** Value of `error`. */
  readonly fault: OAuth2Fault
  /** Value of `error_description`. */
  readonly description: string

  constructor(fault: OAuth2Fault, description: string) {
    super('INVALID_FORM_BODY')
    this.fault = fault
    this.description = description
    this.message = `${fault}: ${description}`
  }

  override get status(): number {
    return STATUS[this.fault]
  }

  override toJSON(): OAuth2ErrorBody {
    return { error: this.fault, error_description: this.description }
  }
}

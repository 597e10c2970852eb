import { ApiError, OAuth2Error, readScopes } from '@guildhall/protocol'
import type { Caller } from '../../../kernel/caller.ts'
import type { Application } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { Optional, PermissionBits, SnowflakeId, type Static, Text, Type } from '../../../validation/schema.ts'
import { findApplication, redirectFault } from '../../applications/index.ts'
import { type Fault, queryFault, redirectRegistered, scopeFault } from '../rules.ts'

/** The query of the authorization page, and of what it calls. */
export const AuthorizeQuery = Type.Object({
  client_id: SnowflakeId,
  response_type: Optional(Text(0, 100)),
  redirect_uri: Optional(Text(0, 2_000)),
  scope: Optional(Text(0, 2_000)),
  state: Optional(Text(0, 4_000)),
  nonce: Optional(Text(0, 1_000)),
  prompt: Optional(Text(0, 100)),
  code_challenge: Optional(Text(0, 200)),
  code_challenge_method: Optional(Text(0, 20)),
  integration_type: Optional(Text(0, 4)),
  permissions: Optional(PermissionBits),
  guild_id: Optional(SnowflakeId),
  disable_guild_select: Optional(Text(0, 10)),
})
export type AuthorizeRequest = Static<typeof AuthorizeQuery>

/** An authorization that a person may be asked for. */
export interface Consent {
  readonly application: Application
  readonly scopes: readonly string[]
  /** Where the answer goes; null where adding a bot is all that is asked for. */
  readonly redirect: string | null
  /** What the application is told instead, whatever the person says. */
  readonly fault: Fault | null
  /** The application is added to the person's account, not to a guild. */
  readonly forUser: boolean
}

const INSTALLS: ReadonlySet<string> = new Set(['bot', 'applications.commands'])

/**
 * Reads an authorization. An unknown application or an address that is not its own is refused here, before anybody is asked
 * and without telling that address anything. [SVC-10] (RFC 6749, 4.1.2.1)
 */
export async function readConsent(work: Work, caller: Caller, request: AuthorizeRequest): Promise<Consent> {
  const application = await findApplication(work, request.client_id)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  const forUser = request.integration_type === '1'
  const scopes = readScopes(request.scope ?? defaultScopes(application, forUser))
  const onlyInstalls = scopes.length > 0 && scopes.every((scope) => INSTALLS.has(scope))
  const redirected = request.response_type !== undefined || !onlyInstalls
  const asked = request.redirect_uri ?? ''
  // One of an older version may be registered although its scheme is refused now.
  if (redirected && (redirectFault(asked) || !redirectRegistered(application.redirect_uris, asked))) {
    throw new OAuth2Error('invalid_request', 'The redirect_uri is not one of the application’s.')
  }
  const installs = scopes.some((scope) => INSTALLS.has(scope))
  if (installs && !application.bot_public && caller.userId !== application.owner_id) {
    throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  }
  const needsCode = scopes.includes('bot') && application.bot_require_code_grant && request.response_type !== 'code'
  const fault: Fault | null = needsCode
    ? { fault: 'invalid_request', description: 'The bot requires a code grant.' }
    : redirected && request.response_type === undefined
      ? { fault: 'invalid_request', description: 'A response type is required.' }
      : (queryFault(request, scopes) ?? scopeFault(scopes, application, caller.userId))
  if (fault && !redirected) throw new OAuth2Error(fault.fault, fault.description)
  return { application, scopes, redirect: redirected ? (request.redirect_uri ?? null) : null, fault, forUser }
}

/** An address with a client id alone asks for what the application says that it needs. */
function defaultScopes(application: Application, forUser: boolean): string {
  const config = application.integration_types_config[forUser ? '1' : '0']?.oauth2_install_params
  const params = config ?? (forUser ? null : application.install_params)
  return params?.scopes.join(' ') ?? 'applications.commands'
}

/** What the bot asks to be allowed, where the address does not say. */
export function defaultPermissions(application: Application): bigint {
  const params = application.integration_types_config['0']?.oauth2_install_params ?? application.install_params
  return BigInt(params?.permissions ?? 0)
}

import { ApiError, OAuth2Error, readScopes } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication, redirectFault } from '../../../accounts/applications/index.ts'
import type { AuthorizeQuery } from '../requests.ts'
import { type Fault, installFault, isRedirectRegistered, queryFault, scopeFault } from '../rules.ts'
import { rejectChild } from './authenticate-client.ts'

/** Authorization that a person may consent to. */
export interface Consent {
  readonly application: Application
  readonly scopes: readonly string[]
  /** Redirect address of the response; null if the request only installs the application, or is of a local client. */
  readonly redirect: string | null
  /** The response has a code or a token. */
  readonly redirected: boolean
  /** Error that the application receives whatever the person decides. */
  readonly fault: Fault | null
  /** The application is installed for the person, not in a guild. */
  readonly forUser: boolean
  /** The consent adds something: an application, or a webhook. */
  readonly adds: boolean
}

const INSTALLS: ReadonlySet<string> = new Set(['bot', 'applications.commands'])

/**
 * Reads an authorization request. Rejects an unknown application and an unregistered redirect address here, before a
 * person is asked, because nothing may be sent to that address. [SVC-10] (RFC 6749, 4.1.2.1)
 *
 * @param askedType `integration_type` that the application asks for; that of the request is what the person chose
 * @throws ApiError UNKNOWN_APPLICATION, APPLICATION_ACTION_NOT_AUTHORIZED for another user's private application
 * @throws OAuth2Error for a fault that cannot be sent to a redirect address
 */
export async function readConsent(
  work: Work,
  caller: Caller,
  request: AuthorizeQuery,
  askedType: string | undefined,
): Promise<Consent> {
  const application = await findApplication(work, request.client_id)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  const forUser = request.integration_type === '1'
  const scopes = readScopes(request.scope ?? defaultScopes(application, forUser))
  const onlyInstalls = scopes.length > 0 && scopes.every((scope) => INSTALLS.has(scope))
  const redirected = request.response_type !== undefined || !onlyInstalls
  // Games of a publisher are installed, but players sign in to the publisher. [AUT-25]
  if (redirected) rejectChild(application)
  const requested = request.redirect_uri ?? ''
  const inPlace = request.local_client === 'true' && request.redirect_uri === undefined
  // Older versions registered addresses whose scheme is rejected now.
  if (
    redirected &&
    !inPlace &&
    (redirectFault(requested) || !isRedirectRegistered(application.redirect_uris, requested))
  ) {
    throw new OAuth2Error('invalid_request', 'The redirect_uri is not registered for the application.')
  }
  const isPlaced = forUser || request.guild_id !== undefined
  const adds =
    scopes.includes('bot') ||
    scopes.includes('webhook.incoming') ||
    (scopes.includes('applications.commands') && isPlaced)
  const installs = scopes.some((scope) => INSTALLS.has(scope))
  if (installs && !application.bot_public && caller.userId !== application.owner_id) {
    throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  }
  const needsCode = scopes.includes('bot') && application.bot_require_code_grant && request.response_type !== 'code'
  const fault: Fault | null = needsCode
    ? { fault: 'invalid_request', description: 'The bot requires a code grant.' }
    : redirected && request.response_type === undefined
      ? { fault: 'invalid_request', description: 'A response type is required.' }
      : (queryFault(request, scopes) ??
        scopeFault(scopes, application, caller.userId) ??
        (redirected ? installFault(askedType, application) : null))
  if (fault && !redirected) throw new OAuth2Error(fault.fault, fault.description)
  return {
    application,
    scopes,
    redirect: redirected ? (request.redirect_uri ?? null) : null,
    redirected,
    fault,
    forUser,
    adds,
  }
}

/** Returns the scopes of a request that names none: those of the application's install parameters. */
function defaultScopes(application: Application, forUser: boolean): string {
  const config = application.integration_types_config[forUser ? '1' : '0']?.oauth2_install_params
  const params = config ?? (forUser ? null : application.install_params)
  return params?.scopes.join(' ') ?? 'applications.commands'
}

/** Returns the permissions of a bot for a request that names none. */
export function defaultPermissions(application: Application): bigint {
  const params = application.integration_types_config['0']?.oauth2_install_params ?? application.install_params
  return BigInt(params?.permissions ?? 0)
}

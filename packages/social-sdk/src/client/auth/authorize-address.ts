import { EnumToString } from '../../enums/enum.ts'
import { AuthenticationCodeChallengeMethod, ErrorType } from '../../enums/index.ts'
import { invalid, ResultFailure } from '../../result.ts'
import type { AuthorizationArgs } from '../../values/authorization-args.ts'

/** An authorization as the server and a local client are asked for it. */
export interface AuthorizeRequest {
  readonly clientId: bigint
  /** Scopes, separated by single spaces. */
  readonly scopes: string
  readonly state: string
  readonly nonce: string | null
  readonly challenge: { readonly method: string; readonly value: string } | null
  readonly integrationType: number | null
  readonly customScheme: string | null
}

/**
 * Checks the arguments of Authorize and fills in what they leave out.
 * @param applicationId id of SetApplicationId; 0n without one
 * @param randomState returns a state for arguments without one
 * @throws ResultFailure ValidationError for invalid arguments, without an application and without scopes
 */
export function readAuthorizeRequest(
  args: AuthorizationArgs,
  applicationId: bigint,
  randomState: () => string,
): AuthorizeRequest {
  if (!args.valid) throw invalid('The arguments are not valid.')
  const clientId = args.ClientId() || applicationId
  const scopes = args.Scopes().trim().split(/\s+/).join(' ')
  if (clientId === 0n) throw invalid('An application id is missing: SetApplicationId or SetClientId gives it.')
  if (scopes === '') throw invalid('Scopes are missing.')
  const challenge = args.CodeChallenge()
  const method = challenge && EnumToString(AuthenticationCodeChallengeMethod, challenge.Method())
  return {
    clientId,
    scopes,
    state: args.State() ?? randomState(),
    nonce: args.Nonce(),
    challenge: challenge && method ? { method, value: challenge.Challenge() } : null,
    integrationType: args.IntegrationType(),
    customScheme: args.CustomSchemeParam(),
  }
}

/** Returns the address of the page on which the player authorizes a game. Spaces are written `%20`. */
export function authorizeAddress(webBase: string, request: AuthorizeRequest, redirectUri: string): string {
  const { challenge } = request
  const query = Object.entries({
    client_id: request.clientId,
    response_type: 'code',
    scope: request.scopes,
    state: request.state,
    redirect_uri: redirectUri,
    nonce: request.nonce,
    code_challenge: challenge?.value,
    code_challenge_method: challenge?.method,
    integration_type: request.integrationType,
  })
  const given = query.filter(([, value]) => value !== null && value !== undefined)
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return `${webBase}/oauth2/authorize?${text}`
}

/**
 * Returns the code of a redirect.
 * @throws ResultFailure AuthorizationFailed for another state, and for a refusal
 */
export function codeOfRedirect(query: URLSearchParams, state: string): string {
  const refused = (message: string) => new ResultFailure(ErrorType.AuthorizationFailed, message)
  if (query.get('state') !== state) throw refused('The redirect has another state than the request.')
  const error = query.get('error')
  if (error !== null) throw refused(query.get('error_description') ?? error)
  return query.get('code') || raise(refused('The redirect has no code.'))
}

function raise(error: Error): never {
  throw error
}

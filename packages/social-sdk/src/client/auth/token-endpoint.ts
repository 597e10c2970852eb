import { AuthenticationExternalAuthType, AuthorizationTokenType } from '../../enums/index.ts'
import { invalid } from '../../result.ts'
import type { ClientContext } from '../context.ts'
import type { ExchangedTokens } from './exchanged-tokens.ts'

/** Tokens as the server gives them. */
export interface TokenResponse {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in: number
  readonly scope: string
}

/** Names of external tokens in requests. */
const EXTERNAL_TYPES: Readonly<Record<number, string>> = {
  [AuthenticationExternalAuthType.OIDC]: 'OIDC',
  [AuthenticationExternalAuthType.EpicOnlineServicesAccessToken]: 'EPIC_ONLINE_SERVICES_ACCESS_TOKEN',
  [AuthenticationExternalAuthType.EpicOnlineServicesIdToken]: 'EPIC_ONLINE_SERVICES_ID_TOKEN',
  [AuthenticationExternalAuthType.SteamSessionTicket]: 'STEAM_SESSION_TICKET',
  [AuthenticationExternalAuthType.UnityServicesIdToken]: 'UNITY_SERVICES_ID_TOKEN',
  [AuthenticationExternalAuthType.DiscordBotIssuedAccessToken]: 'DISCORD_BOT_ISSUED_ACCESS_TOKEN',
  [AuthenticationExternalAuthType.AppleIdToken]: 'APPLE_ID_TOKEN',
  [AuthenticationExternalAuthType.PlayStationNetworkIdToken]: 'PLAYSTATION_NETWORK_ID_TOKEN',
}

/** Token of another identity provider. */
export interface ExternalToken {
  readonly type: AuthenticationExternalAuthType
  readonly token: string
}

/**
 * Returns the fields of a request for an external token.
 * @throws ResultFailure ValidationError for a type that the enum does not list
 */
export function externalFields({ type, token }: ExternalToken): {
  external_auth_type: string
  external_auth_token: string
} {
  const name = EXTERNAL_TYPES[type]
  if (name === undefined) throw invalid('The type of the external token is unknown.')
  return { external_auth_type: name, external_auth_token: token }
}

/** Returns the arguments of a callback for tokens. */
export function exchanged({ access_token, refresh_token, expires_in, scope }: TokenResponse): ExchangedTokens {
  return [access_token, refresh_token ?? '', AuthorizationTokenType.Bearer, expires_in, scope]
}

/**
 * Sends a form to the token endpoint.
 * @throws ApiFailure for a refusal
 */
export function requestTokens(
  { requests }: ClientContext,
  form: Readonly<Record<string, string>>,
): Promise<TokenResponse> {
  return requests.send<TokenResponse>('POST', '/oauth2/token', { form: true, body: form })
}

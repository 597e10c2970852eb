import { OAUTH2_SCOPES } from '@guildhall/protocol'
import type { Addresses } from '../../../kernel/platform.ts'

/** Returns the OpenID provider metadata, which clients read first. (OpenID Connect Discovery 1.0, 3) */
export function openidConfiguration({ url, api }: Addresses) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/oauth2/authorize`,
    token_endpoint: `${api}/oauth2/token`,
    revocation_endpoint: `${api}/oauth2/token/revoke`,
    device_authorization_endpoint: `${api}/oauth2/device/authorize`,
    userinfo_endpoint: `${api}/oauth2/userinfo`,
    jwks_uri: `${api}/oauth2/keys`,
    scopes_supported: OAUTH2_SCOPES,
    response_types_supported: ['code', 'token'],
    grant_types_supported: [
      'authorization_code',
      'implicit',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    claims_supported: [
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'auth_time',
      'nonce',
      'preferred_username',
      'nickname',
      'picture',
      'locale',
      'email',
      'email_verified',
    ],
  }
}

import { EXTERNAL_AUTH_TYPES, type ExternalAuthType, OAuth2Error } from '@guildhall/protocol'
import type { Platform } from '../../../kernel/platform.ts'
import { type PreparedMerge, prepareMerge } from '../../provisional-accounts/index.ts'
import type { TokenForm } from '../requests.ts'
import type { AuthenticatedClient } from './tokens.ts'

/** Grants by which a person consents, and with which a merge may be requested. */
const USER_GRANTS: readonly (string | undefined)[] = [
  'authorization_code',
  'urn:ietf:params:oauth:grant-type:device_code',
]

/**
 * Prepares the merge that a token request asks for; null if it asks for none. The token's issuer is asked here, outside
 * of the transaction.
 *
 * @throws OAuth2Error for incomplete fields; ApiError for a token that is not valid
 */
export async function prepareRequestedMerge(
  platform: Platform,
  { application }: AuthenticatedClient,
  { grant_type, external_auth_type: type, external_auth_token: token }: TokenForm,
): Promise<PreparedMerge | null> {
  if ((type === undefined && token === undefined) || !USER_GRANTS.includes(grant_type)) return null
  if (!isExternalType(type)) throw new OAuth2Error('invalid_request', 'external_auth_type is missing or unknown.')
  if (!token) throw new OAuth2Error('invalid_request', 'external_auth_token is missing.')
  return prepareMerge(platform, application, { external_auth_type: type, external_auth_token: token })
}

function isExternalType(type: string | undefined): type is ExternalAuthType {
  return (EXTERNAL_AUTH_TYPES as readonly (string | undefined)[]).includes(type)
}

import { EXTERNAL_AUTH_TYPES, type ExternalAuthType, OAuth2Error } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import { type PreparedMerge, prepareMerge } from './merge.ts'

/** Fields of a token request that ask for a merge. */
interface MergeFields {
  readonly grant_type?: string | undefined
  readonly external_auth_type?: string | undefined
  readonly external_auth_token?: string | undefined
}

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
  application: Application,
  { grant_type, external_auth_type: type, external_auth_token: token }: MergeFields,
): Promise<PreparedMerge | null> {
  if ((type === undefined && token === undefined) || !USER_GRANTS.includes(grant_type)) return null
  if (!isExternalType(type)) throw new OAuth2Error('invalid_request', 'external_auth_type is missing or unknown.')
  if (!token) throw new OAuth2Error('invalid_request', 'external_auth_token is missing.')
  return prepareMerge(platform, application, { external_auth_type: type, external_auth_token: token })
}

function isExternalType(type: string | undefined): type is ExternalAuthType {
  return (EXTERNAL_AUTH_TYPES as readonly (string | undefined)[]).includes(type)
}

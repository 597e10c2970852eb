import { ApiError, readScopes, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findPlatformBan, isBanActive } from '../../../accounts/platform-bans/index.ts'
import { tokenHash } from '../../../accounts/users/index.ts'
import { findAccessToken, issueAccessToken } from '../../oauth2/index.ts'
import { demandSecret } from './game-client.ts'

/** Request for a token of a publisher's game. */
export interface ChildTokenRequest {
  readonly parent_access_token: string
  readonly child_application_id: Snowflake
  readonly parent_client_secret?: string | null | undefined
}

/**
 * Exchanges a publisher's access token for one of its games, for the same user and scopes, which expires with it.
 * [END-72] [AUT-26] [AUT-27]
 *
 * @throws ApiError INVALID_ACCESS_TOKEN, INVALID_CLIENT_SECRET, APPLICATION_ACTION_NOT_AUTHORIZED for an application
 *   that is not the publisher's game
 */
export async function exchangeForChild(work: Work, request: ChildTokenRequest) {
  const token = await findAccessToken(work, tokenHash(request.parent_access_token))
  const expiresAt = token?.expires_at ?? 0
  const parent =
    token?.application_id && expiresAt > work.now ? await findApplication(work, token.application_id) : undefined
  if (!token || !parent || isBanActive(await findPlatformBan(work, token.user_id), work.now))
    throw new ApiError('INVALID_ACCESS_TOKEN')
  demandSecret(parent, request.parent_client_secret)
  const child = await findApplication(work, request.child_application_id)
  if (child?.parent_id !== parent.id) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  const grant = { application: child, userId: token.user_id, scopes: readScopes(token.scopes) }
  // The token ends with the grant of the publisher's token.
  const { grant_id: grantId } = token
  return issueAccessToken(work, { ...grant, ...(grantId === null ? {} : { grantId }) }, expiresAt)
}

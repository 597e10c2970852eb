import { ApiError, type ExternalAuthType } from '@guildhall/protocol'
import type { Application, User } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findIdentity, listIdentities } from '../../../accounts/external-identities/index.ts'
import type { ExternalIdentity } from '../../../accounts/external-identities/model.ts'
import { findUser, tokenHash } from '../../../accounts/users/index.ts'
import { findAccessToken } from '../../oauth2/index.ts'
import { BOT_PROVIDER, type PlayerClaim } from '../model.ts'
import { signIn } from './sign-in.ts'
import { verifyPlayer } from './verify-player.ts'

/** Token by which a game says who its player is. */
export interface ExternalToken {
  readonly external_auth_type: ExternalAuthType
  readonly external_auth_token: string
}

/**
 * Verified external token: an account elsewhere, or the hash of an access token of this platform, which the unit of
 * work looks up.
 */
export type Proof =
  | { readonly kind: 'claim'; readonly claim: PlayerClaim }
  | { readonly kind: 'access token'; readonly hash: string }

/** Verifies an external token. Requests to its issuer may take seconds. @throws ApiError with the documented code */
export async function verifyProof(platform: Platform, application: Application, token: ExternalToken): Promise<Proof> {
  const { external_auth_type: type, external_auth_token: text } = token
  if (type === 'DISCORD_BOT_ISSUED_ACCESS_TOKEN') return { kind: 'access token', hash: tokenHash(text) }
  return { kind: 'claim', claim: await verifyPlayer(platform, application, type, text) }
}

/** User and identity that a proof names. */
export interface Proven {
  readonly user: User
  readonly identity: ExternalIdentity
}

/**
 * Returns the user that a proof names, provisional or full; undefined for an identity that has no user.
 *
 * @throws ApiError INVALID_ACCESS_TOKEN for an access token that the game's server did not get for its own player
 */
export async function findProven(work: Work, application: Application, proof: Proof): Promise<Proven | undefined> {
  if (proof.kind === 'access token') return getHolder(work, application, proof.hash)
  const { provider_type, provider_id, provider_issued_user_id } = proof.claim
  const key = { application_id: application.id, provider_type, provider_id, provider_issued_user_id }
  const identity = await findIdentity(work, key)
  const user = identity && (await findUser(work, identity.user_id))
  return identity && user && { identity, user }
}

async function getHolder(work: Work, application: Application, hash: string): Promise<Proven> {
  const token = await findAccessToken(work, hash)
  const isCurrent = token?.application_id === application.id && (token.expires_at ?? 0) > work.now
  const user = isCurrent ? await findUser(work, token.user_id) : undefined
  if (!user) throw new ApiError('INVALID_ACCESS_TOKEN')
  const identities = await listIdentities(work, user.id, application.id)
  const identity = identities.find(({ provider_type }) => provider_type === BOT_PROVIDER)
  if (!identity) throw new ApiError('INVALID_ACCESS_TOKEN')
  return { user, identity }
}

/** Signs in the player whom a proof names. */
export async function signInWith(work: Work, application: Application, proof: Proof): Promise<User> {
  if (proof.kind === 'claim') return signIn(work, application, proof.claim)
  const { identity } = await getHolder(work, application, proof.hash)
  return signIn(work, application, { ...identity, name: null })
}

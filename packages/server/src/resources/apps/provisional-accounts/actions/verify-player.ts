import { ApiError, demand, EXTERNAL_AUTH_PROVIDERS, type ExternalAuthType } from '@guildhall/protocol'
import type { JWK } from 'jose'
import type { Application } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import {
  areClaimsCurrent,
  mayHaveHeader,
  nameOf,
  providerOf,
  readIdToken,
  type UnverifiedToken,
} from '../id-token-rules.ts'
import type { PlayerClaim } from '../model.ts'
import { Issuers } from './issuers.ts'

const issuersOf = new WeakMap<Platform, Issuers>()

/**
 * Verifies an id token of a player and returns the account that it proves. Types other than OIDC work if the game has
 * configured an issuer for them.
 *
 * @throws ApiError with the code of the first check that fails
 */
export async function verifyPlayer(
  platform: Platform,
  application: Application,
  type: ExternalAuthType,
  token: string,
): Promise<PlayerClaim> {
  const configured = application.external_auth.filter((provider) => provider.type === type)
  if (configured.length === 0)
    throw new ApiError('OIDC_CONFIGURATION_NOT_FOUND', { reason: `the application has no provider of type ${type}` })
  const unverified = readIdToken(token)
  if (!unverified) throw new ApiError('OIDC_TOKEN_INVALID', { reason: 'the token is not a signed JWT' })
  const { header, claims } = unverified
  demand(mayHaveHeader(header))
  const provider = providerOf(claims, configured)
  if ('ok' in provider) throw new ApiError(provider.error, { reason: provider.reason })
  demand(areClaimsCurrent(claims, platform.clock.now()))
  await verifySignature(platform, token, unverified, { issuer: provider.issuer, applicationId: application.id })
  return {
    provider_type: EXTERNAL_AUTH_PROVIDERS[type],
    provider_id: provider.issuer,
    provider_issued_user_id: String(claims.sub),
    name: nameOf(claims.preferred_username) ?? (type === 'OIDC' ? null : nameOf(claims.name)),
  }
}

/** @throws ApiError OIDC_TOKEN_INVALID unless a key of the issuer signed the token */
async function verifySignature(
  platform: Platform,
  token: string,
  { header }: UnverifiedToken,
  { issuer, applicationId }: { issuer: string; applicationId: bigint },
): Promise<void> {
  const issuers = issuersOf.get(platform) ?? new Issuers(platform)
  issuersOf.set(platform, issuers)
  const [kid, alg] = [String(header.kid), String(header.alg)]
  const key = await issuers.key(issuer, { kid, alg }, applicationId)
  if (!key) throw new ApiError('OIDC_TOKEN_INVALID', { reason: 'the issuer has no such key' })
  if (!(await isSignedBy(key, alg, token)))
    throw new ApiError('OIDC_TOKEN_INVALID', { reason: 'the signature is not of the key' })
}

async function isSignedBy(jwk: JWK, alg: string, token: string): Promise<boolean> {
  const { compactVerify, errors, importJWK } = await import('jose')
  try {
    await compactVerify(token, await importJWK(jwk, alg), { algorithms: [alg] })
    return true
  } catch (error) {
    // An issuer may publish keys that cannot be imported or are too short, which Web Crypto reports as errors.
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException) return false
    throw error
  }
}

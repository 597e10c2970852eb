import assert from 'node:assert/strict'
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { CryptoKey } from 'jose'
import type { User } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { type Static, Type } from '../../../../validation/schema.ts'
import * as store from '../store.ts'
import { saveSigningKey } from './save.ts'

const ALGORITHM = 'RS256'

/** Public half of a signing key, as a JSON Web Key. */
export const PublicKey = Type.Object({
  kty: Type.String(),
  use: Type.String(),
  kid: Type.String(),
  n: Type.String(),
  e: Type.String(),
  alg: Type.String(),
})

/** Key pair that signs id tokens. */
export interface SigningKey {
  readonly key: CryptoKey
  readonly jwk: Static<typeof PublicKey>
}

const keys = new WeakMap<Platform, Promise<SigningKey>>()

/** Returns the platform's key, which the first call generates and stores. [AUT-4] */
export function getSigningKey(platform: Platform): Promise<SigningKey> {
  let key = keys.get(platform)
  if (!key) {
    key = load(platform)
    keys.set(platform, key)
    key.catch(() => keys.delete(platform))
  }
  return key
}

/** Loads the library at the first use, to keep the start of the process fast. */
const jose = () => import('jose')

async function load({ units }: Platform): Promise<SigningKey> {
  const stored = () => units.read(SYSTEM_ACTOR, (work) => store.findSigningKey(work))
  let pem = await stored()
  if (pem === undefined) {
    const made = await newKey()
    await units.write(SYSTEM_ACTOR, (work) => saveSigningKey(work, made))
    pem = (await stored()) ?? made
  }
  const { calculateJwkThumbprint, exportJWK, importPKCS8 } = await jose()
  const key = await importPKCS8(pem, ALGORITHM, { extractable: true })
  const { n, e } = await exportJWK(key)
  assert(n !== undefined && e !== undefined, 'an RSA key has a modulus and an exponent')
  const jwk = { kty: 'RSA', n, e } as const
  return { key, jwk: { ...jwk, use: 'sig', alg: ALGORITHM, kid: await calculateJwkThumbprint(jwk) } }
}

async function newKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return privateKey
}

/** Returns an id token; `nonce` is the value that the client sent. [SDK-16] */
export async function signIdToken(
  { key, jwk }: SigningKey,
  claims: { issuer: string; audience: string; user: User; nonce: string | null; now: number; lifetimeS: number },
): Promise<string> {
  const { issuer, audience, user, nonce, now, lifetimeS } = claims
  const issuedAt = Math.floor(now / 1000)
  const { SignJWT } = await jose()
  return new SignJWT({ ...(nonce === null ? {} : { nonce }), auth_time: issuedAt })
    .setProtectedHeader({ alg: ALGORITHM, kid: jwk.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(user.id.toString())
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeS)
    .sign(key)
}

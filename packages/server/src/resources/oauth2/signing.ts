import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { CryptoKey, JWK } from 'jose'
import type { User } from '../../kernel/model.ts'
import type { Platform } from '../../kernel/platform.ts'
import { NOBODY } from '../../kernel/units.ts'
import * as store from './store.ts'

const ALGORITHM = 'RS256'

/** The key that id tokens are signed with, and what others verify them by. */
export interface SigningKey {
  readonly key: CryptoKey
  /** The public half. */
  readonly jwk: JWK
}

const keys = new WeakMap<Platform, Promise<SigningKey>>()

/** The platform's key: made when it is first needed, then the same for good. [AUT-4] */
export function signingKey(platform: Platform): Promise<SigningKey> {
  let key = keys.get(platform)
  if (!key) {
    key = load(platform)
    keys.set(platform, key)
    key.catch(() => keys.delete(platform))
  }
  return key
}

/** Loaded at the first use: the start of the process should not pay for it. */
const jose = () => import('jose')

async function load({ units }: Platform): Promise<SigningKey> {
  const stored = () => units.read(NOBODY, (work) => store.findSigningKey(work))
  let pem = await stored()
  if (pem === undefined) {
    const made = await newKey()
    await units.write(NOBODY, (work) => store.keepSigningKey(work, made))
    pem = (await stored()) ?? made
  }
  const { calculateJwkThumbprint, exportJWK, importPKCS8 } = await jose()
  const key = await importPKCS8(pem, ALGORITHM, { extractable: true })
  const { kty, n, e } = await exportJWK(key)
  const jwk = { kty, n, e } as JWK
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

/** Who signed in, to whom, until when; `nonce` comes back as the client sent it. [SDK-16] */
export async function idToken(
  { key, jwk }: SigningKey,
  claims: { issuer: string; audience: string; user: User; nonce: string | null; now: number; lifetimeS: number },
): Promise<string> {
  const { issuer, audience, user, nonce, now, lifetimeS } = claims
  const issuedAt = Math.floor(now / 1000)
  const { SignJWT } = await jose()
  return new SignJWT({ ...(nonce === null ? {} : { nonce }), auth_time: issuedAt })
    .setProtectedHeader({ alg: ALGORITHM, kid: jwk.kid ?? '', typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(user.id.toString())
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeS)
    .sign(key)
}

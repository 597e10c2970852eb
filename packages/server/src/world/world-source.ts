import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Snowflake } from '@guildhall/protocol'
import type { SecretKind, WorldSource } from './fill-world.ts'

/** Raw Ed25519 public keys are the last 32 bytes of their DER form. */
const PUBLIC_KEY_BYTES = 32

/** Returns secrets from the system's random numbers. */
export function randomWorldSource(nextId: () => Snowflake): WorldSource {
  return { nextId, randomToken, signingKey }
}

function randomToken(kind: SecretKind): string {
  if (kind === 'password') return randomBytes(12).toString('base64url')
  if (kind === 'client_secret') return randomBytes(24).toString('base64url')
  // Parts of 6 and 38 characters: programs that search logs and files for tokens know that shape. The first part is a
  // time on the public platform; the underscore makes it one of the next century, so that `run` can tell tokens apart.
  return `_${randomBytes(4).toString('base64url').slice(0, 5)}.${randomBytes(29).toString('base64url').slice(0, 38)}`
}

function signingKey(given?: string): { signing_key: string; public_key: string } {
  const key: KeyObject = given
    ? createPrivateKey({ key: Buffer.from(given, 'base64'), format: 'der', type: 'pkcs8' })
    : generateKeyPairSync('ed25519').privateKey
  return {
    signing_key: key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    public_key: createPublicKey(key)
      .export({ format: 'der', type: 'spki' })
      .subarray(-PUBLIC_KEY_BYTES)
      .toString('hex'),
  }
}

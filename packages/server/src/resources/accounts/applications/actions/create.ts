import { createHash, generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { addUser } from '../../users/index.ts'
import { addApplication } from './save-application.ts'

/** Ed25519 key pair of an application: the private key as PKCS#8 in base64, the public key in hex. */
export interface SigningKeys {
  readonly signing_key: string
  readonly verify_key: string
}

/** Returns a new key pair. Runs before the transaction, because it works in the thread pool. */
export async function newSigningKeys(): Promise<SigningKeys> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('ed25519', {})
  // The last 32 bytes of SubjectPublicKeyInfo are the key itself. (RFC 8410, 4)
  const verify_key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  return { signing_key: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'), verify_key }
}

/**
 * Creates an application with its bot. Token and client secret exist only once the owner resets them, which shows
 * them.
 */
export async function createApplication(
  work: Work,
  { name, ownerId, keys }: { name: string; ownerId: Snowflake; keys: SigningKeys },
): Promise<Application> {
  const id = work.nextId()
  const unknownSecret = randomBytes(32).toString('base64url')
  await addUser(work, {
    id,
    username: name,
    discriminator: String(Number(id % 9999n) + 1).padStart(4, '0'),
    global_name: null,
    bot: true,
  })
  return addApplication(work, {
    id,
    name,
    owner_id: ownerId,
    bot_id: id,
    parent_id: null,
    flags: 0n,
    client_secret_hash: createHash('sha256').update(unknownSecret).digest('base64url'),
    ...keys,
  })
}

import { randomBytes } from 'node:crypto'
import type { Store, StoreSession } from '../kernel/store/store.ts'
import { findMeta, insertMeta, saveMeta } from './meta-store.ts'

/** Key of `meta` with the encrypted key that signs attachment URLs. */
export const ATTACHMENT_KEY = 'attachment-key'
/** Key of `meta` with the encrypted key of the operator. */
export const CONTROL_KEY = 'control-key'
/** Key of `meta` with the encrypted key that signs voice tokens. */
export const VOICE_KEY = 'voice-key'
/** Key of `meta` with the encrypted key that signs proxy tickets. */
export const TICKET_KEY = 'proxy-ticket-key'
/** Key of `meta` with the encrypted key that signs challenges. */
export const CHALLENGE_KEY = 'challenge-key'
export const SIGN_IN_KEY = 'sign-in-key'
/** Key of `meta` with the encrypted key that signs addresses of pictures elsewhere. */
export const EXTERNAL_KEY = 'external-key'
/** Key of `meta` with the encrypted secret that the key of web push is made of. */
export const PUSH_KEY = 'push-key'
/** Every key of `meta` with an encrypted secret: a change of the store's key encrypts them anew. */
export const META_SECRETS = [
  ATTACHMENT_KEY,
  CONTROL_KEY,
  VOICE_KEY,
  TICKET_KEY,
  CHALLENGE_KEY,
  SIGN_IN_KEY,
  EXTERNAL_KEY,
  PUSH_KEY,
] as const
/** Length of every such secret. */
export const SECRET_BYTES = 32

/** Returns the secret under a key of `meta`, which is generated once and stays the same over restarts. */
export async function metaSecret(store: Store, key: (typeof META_SECRETS)[number]): Promise<Buffer> {
  const place = `meta.${key}`
  const stored = async (session: StoreSession) => {
    const sealed = await findMeta(session, key)
    return sealed === undefined ? undefined : session.secrets.open(sealed, place)
  }
  const found = await store.read(stored)
  if (found !== undefined) return Buffer.from(found, 'base64')
  return store.transaction(async (session) => {
    const value = randomBytes(SECRET_BYTES).toString('base64')
    // Another node may have inserted its secret meanwhile; then that one is used.
    await insertMeta(session, key, session.secrets.seal(value, place))
    return Buffer.from((await stored(session)) ?? value, 'base64')
  })
}

/** Stores another secret under a key of `meta`. */
export async function replaceMetaSecret(
  session: StoreSession,
  key: (typeof META_SECRETS)[number],
  secret: Buffer,
): Promise<void> {
  await saveMeta(session, key, session.secrets.seal(secret.toString('base64'), `meta.${key}`))
}

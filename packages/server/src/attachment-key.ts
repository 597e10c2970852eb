import { randomBytes } from 'node:crypto'
import type { Store, StoreSession } from './kernel/store/store.ts'
import { findMeta, insertMeta } from './meta-store.ts'

/** Key of `meta` with the encrypted key that signs attachment URLs. */
export const ATTACHMENT_KEY = 'attachment-key'
const PLACE = `meta.${ATTACHMENT_KEY}`

/** Returns the key that signs attachment URLs. It is generated once, so that URLs stay valid over restarts. */
export async function attachmentKey(store: Store): Promise<Buffer> {
  const stored = async (session: StoreSession) => {
    const sealed = await findMeta(session, ATTACHMENT_KEY)
    return sealed === undefined ? undefined : session.secrets.open(sealed, PLACE)
  }
  const found = await store.read(stored)
  if (found !== undefined) return Buffer.from(found, 'base64')
  return store.transaction(async (session) => {
    const value = randomBytes(32).toString('base64')
    // Another node may have inserted its key meanwhile; then that one is used.
    await insertMeta(session, ATTACHMENT_KEY, session.secrets.seal(value, PLACE))
    return Buffer.from((await stored(session)) ?? value, 'base64')
  })
}

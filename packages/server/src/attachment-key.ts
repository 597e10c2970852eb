import { randomBytes } from 'node:crypto'
import { db } from './kernel/store/statement.ts'
import type { Store, StoreSession } from './kernel/store/store.ts'

/** Row of `meta` with the key that signs the addresses of attachments, encrypted. */
export const ATTACHMENT_KEY = 'attachment-key'
const PLACE = `meta.${ATTACHMENT_KEY}`

/** Returns the key that signs the addresses of attachments. It is made once, so that they stay good over restarts. */
export async function attachmentKey(store: Store): Promise<Buffer> {
  const stored = async (session: StoreSession) => {
    const row = await session.first(db.selectFrom('meta').select('value').where('key', '=', ATTACHMENT_KEY))
    return row && session.secrets.open(row.value, PLACE)
  }
  const found = await store.read(stored)
  if (found !== undefined) return Buffer.from(found, 'base64')
  return store.transaction(async (session) => {
    const value = randomBytes(32).toString('base64')
    const first = db.insertInto('meta').values({ key: ATTACHMENT_KEY, value: session.secrets.seal(value, PLACE) })
    await session.run(first.onConflict((conflict) => conflict.column('key').doNothing()))
    return Buffer.from((await stored(session)) ?? value, 'base64')
  })
}

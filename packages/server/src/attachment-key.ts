import { randomBytes } from 'node:crypto'
import { db } from './kernel/store/statement.ts'
import type { Store, StoreSession } from './kernel/store/store.ts'

const ATTACHMENT_KEY = 'attachment-key'

/** What addresses of attachments are signed with: made once, so that they stay good over restarts. */
export async function attachmentKey(store: Store): Promise<Buffer> {
  const stored = (session: StoreSession) =>
    session.first(db.selectFrom('meta').select('value').where('key', '=', ATTACHMENT_KEY))
  const found = await store.read(stored)
  if (found) return Buffer.from(found.value, 'base64')
  return store.transaction(async (session) => {
    const value = randomBytes(32).toString('base64')
    const first = db.insertInto('meta').values({ key: ATTACHMENT_KEY, value })
    await session.run(first.onConflict((conflict) => conflict.column('key').doNothing()))
    return Buffer.from((await stored(session))?.value ?? value, 'base64')
  })
}

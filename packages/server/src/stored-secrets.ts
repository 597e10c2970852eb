import { ATTACHMENT_KEY } from './attachment-key.ts'
import { isSealed, type Secrets, SecretsError } from './kernel/store/secrets.ts'
import { db } from './kernel/store/statement.ts'
import type { Store, StoreSession } from './kernel/store/store.ts'
import { resealSigningKeys } from './resources/applications/index.ts'
import { resealInteractionTokens } from './resources/interactions/index.ts'
import { resealIdTokenKey } from './resources/oauth2/index.ts'
import { resealWebhookTokens } from './resources/webhooks/index.ts'
import { SecretKeyError } from './secret-key.ts'
import { WORLD_SECRETS } from './world/keep-world.ts'

/** A known text, sealed: tells whether a key is the store's. */
const CHECK = 'secret-key'
const CHECK_TEXT = 'guildhall'
const PLACE_OF_CHECK = `meta.${CHECK}`

const RESEALED: readonly ((session: StoreSession, from: Secrets) => Promise<void>)[] = [
  resealSigningKeys,
  resealWebhookTokens,
  resealInteractionTokens,
  resealIdTokenKey,
  (session, from) => resealMeta(session, from, ATTACHMENT_KEY),
  (session, from) => resealMeta(session, from, WORLD_SECRETS),
]

/**
 * Ensures that every secret in the store is encrypted under the store's own key: a store of an older version holds them
 * in clear, and one under `former` keys gets the new key. All of it is one transaction.
 * @throws SecretKeyError when the store was encrypted under none of the keys
 */
export async function sealStoredSecrets(store: Store, former: readonly Secrets[]): Promise<void> {
  await store.transaction(async (session) => {
    const row = await store.lock(session, CHECK, () =>
      session.first(db.selectFrom('meta').select('value').where('key', '=', CHECK)),
    )
    if (row && opens(session.secrets, row.value)) return
    const from = row ? former.find((secrets) => opens(secrets, row.value)) : session.secrets
    if (!from) {
      throw new SecretKeyError(
        'The secrets in this store are encrypted under another key: give the one of the first start (--secret-key FILE or GUILDHALL_SECRET_KEY).',
      )
    }
    // Else the replaced texts stay in the free space of the database file.
    if (store.dialect === 'sqlite') await session.raw('PRAGMA secure_delete = ON')
    for (const reseal of RESEALED) await reseal(session, from)
    if (store.dialect === 'sqlite') await session.raw('PRAGMA secure_delete = OFF')
    const value = session.secrets.seal(CHECK_TEXT, PLACE_OF_CHECK)
    const insert = db.insertInto('meta').values({ key: CHECK, value })
    await session.run(insert.onConflict((conflict) => conflict.column('key').doUpdateSet({ value })))
  })
}

function opens(secrets: Secrets, sealed: string): boolean {
  try {
    return isSealed(sealed) && secrets.open(sealed, PLACE_OF_CHECK) === CHECK_TEXT
  } catch (error) {
    if (error instanceof SecretsError) return false
    throw error
  }
}

async function resealMeta(session: StoreSession, from: Secrets, key: string): Promise<void> {
  const row = await session.first(db.selectFrom('meta').select('value').where('key', '=', key))
  if (!row) return
  const value = session.secrets.seal(from.open(row.value, `meta.${key}`), `meta.${key}`)
  await session.run(db.updateTable('meta').set({ value }).where('key', '=', key))
}

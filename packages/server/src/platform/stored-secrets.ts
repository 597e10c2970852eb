import { isSealed, type Secrets, SecretsError } from '../kernel/store/secrets.ts'
import type { Store, StoreSession } from '../kernel/store/store.ts'
import { resealSigningKeys } from '../resources/accounts/applications/index.ts'
import { resealSettings } from '../resources/accounts/instance-settings/index.ts'
import { resealMails } from '../resources/accounts/mails/index.ts'
import { resealDevices } from '../resources/accounts/push-devices/index.ts'
import { resealFactors } from '../resources/accounts/second-factors/index.ts'
import { resealInteractionTokens } from '../resources/apps/interactions/index.ts'
import { resealIdTokenKey } from '../resources/apps/oauth2/index.ts'
import { resealWebhookTokens } from '../resources/apps/webhooks/index.ts'
import { resealHeadlessSessions } from '../resources/games/headless-sessions/index.ts'
import { WORLD_SECRETS } from '../world/keep-world.ts'
import { META_SECRETS } from './meta-secret.ts'
import { findMeta, saveMeta } from './meta-store.ts'
import { SecretKeyError } from './secret-key.ts'

/** Key of `meta` with an encrypted known text. It opens only under the key of the store. */
const CHECK = 'secret-key'
const CHECK_TEXT = 'guildhall'
const PLACE_OF_CHECK = `meta.${CHECK}`

/** Functions that encrypt the secrets of one table again. A new column with secrets needs an entry. */
const RESEAL: readonly ((session: StoreSession, from: Secrets) => Promise<void>)[] = [
  resealSigningKeys,
  resealWebhookTokens,
  resealInteractionTokens,
  resealIdTokenKey,
  resealHeadlessSessions,
  resealSettings,
  resealMails,
  resealFactors,
  resealDevices,
  ...META_SECRETS.map((key) => (session: StoreSession, from: Secrets) => resealMeta(session, from, key)),
  (session, from) => resealMeta(session, from, WORLD_SECRETS),
]

/**
 * Ensures that every secret in the store is encrypted under the key of the store, in one transaction. Older versions
 * stored secrets in clear. Secrets under one of the `former` keys are encrypted again.
 * @throws SecretKeyError when the store is encrypted under none of the keys
 */
export async function sealStoredSecrets(store: Store, former: readonly Secrets[]): Promise<void> {
  await store.transaction(async (session) => {
    const check = await store.lock(session, CHECK, () => findMeta(session, CHECK), { isPatient: true })
    if (check !== undefined && opens(session.secrets, check)) return
    const from = check === undefined ? session.secrets : former.find((secrets) => opens(secrets, check))
    if (!from) {
      throw new SecretKeyError(
        'The secrets in this store are encrypted under another key: give the one of the first start (--secret-key FILE or GUILDHALL_SECRET_KEY).',
      )
    }
    for (const reseal of RESEAL) await reseal(session, from)
    await saveMeta(session, CHECK, session.secrets.seal(CHECK_TEXT, PLACE_OF_CHECK))
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
  const value = await findMeta(session, key)
  if (value === undefined) return
  await saveMeta(session, key, session.secrets.seal(from.open(value, `meta.${key}`), `meta.${key}`))
}

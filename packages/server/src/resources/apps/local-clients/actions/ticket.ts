import { createPrivateKey, sign } from 'node:crypto'
import { wireTime } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { presentUser } from '../../../accounts/users/index.ts'
import { listEntitlements } from '../../../commerce/entitlements/index.ts'

/** Version of the form: an Ed25519 signature. */
const VERSION = 2
const ENTITLEMENTS_MAX = 1_000

/**
 * Returns a statement about a person that the server of a game verifies with the application's public key: version,
 * signature in hexadecimal and JSON in base64, separated by points. The signature is that of the base64 text.
 */
export async function ticketOf(
  work: Work,
  caller: Caller,
  application: Application,
  { withUser }: { withUser: boolean },
): Promise<string> {
  const held = await listEntitlements(work, application.id, {
    userId: caller.userId,
    limit: ENTITLEMENTS_MAX,
    notEndedAt: work.now,
    begunBy: work.now,
    deleted: false,
    consumed: false,
  })
  const statement = {
    application_id: application.id.toString(),
    ...(withUser ? { user: presentUser(caller.user) } : { user: { id: caller.userId.toString() } }),
    entitlements: held.map(({ id, sku_id }) => ({ id: id.toString(), sku_id: sku_id.toString() })),
    timestamp: wireTime(work.now),
  }
  const text = Buffer.from(JSON.stringify(statement)).toString('base64')
  const key = createPrivateKey({ key: Buffer.from(application.signing_key, 'base64'), format: 'der', type: 'pkcs8' })
  return `${VERSION}.${sign(null, Buffer.from(text), key).toString('hex')}.${text}`
}

import type { Instant, Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { queueWebhookEvent } from '../../../accounts/webhook-events/index.ts'
import { entitlementCreate, entitlementDelete, entitlementUpdate } from '../events.ts'
import type { StoredEntitlement } from '../model.ts'
import { presentEntitlement } from '../present.ts'
import * as store from '../store.ts'

/** Event of the gateway and of webhooks by the change of an entitlement. */
const CHANGES = {
  ENTITLEMENT_CREATE: entitlementCreate,
  ENTITLEMENT_UPDATE: entitlementUpdate,
  ENTITLEMENT_DELETE: entitlementDelete,
}

/** Sends a change to the bot of the application, to the application's server, and to the user who holds it. [EVT-15] */
async function emitChange(work: Work, change: keyof typeof CHANGES, entitlement: StoredEntitlement): Promise<void> {
  const application = await findApplication(work, entitlement.application_id)
  if (!application) return
  const { user_id: userId, guild_id } = entitlement
  if (application.bot_id !== null) work.emit(CHANGES[change], userTopic(application.bot_id), entitlement, guild_id)
  if (guild_id === null) work.emit(CHANGES[change], userTopic(userId), entitlement)
  await queueWebhookEvent(work, { application, type: change, userId, data: presentEntitlement(entitlement) })
}

/** Entitlement to grant; `sandbox` marks a test entitlement. */
export type EntitlementGrant = Pick<
  StoredEntitlement,
  'application_id' | 'sku_id' | 'user_id' | 'guild_id' | 'type'
> & {
  readonly subscription_id?: Snowflake
  readonly starts_at?: Instant
  readonly sandbox?: true
}

/** Stores an entitlement and emits ENTITLEMENT_CREATE. */
export async function grantEntitlement(
  work: Work,
  { sandbox, ...given }: EntitlementGrant,
): Promise<StoredEntitlement> {
  const entitlement = {
    id: work.nextId(),
    starts_at: null,
    ends_at: null,
    deleted: 0,
    consumed: 0,
    subscription_id: null,
    ...given,
    sandbox: sandbox ? 1 : 0,
  }
  await store.insertEntitlement(work, entitlement)
  await emitChange(work, 'ENTITLEMENT_CREATE', entitlement)
  return entitlement
}

/** Marks a one-time purchase as used; a second call does nothing. */
export async function markEntitlementConsumed(work: Work, entitlement: StoredEntitlement): Promise<void> {
  if (entitlement.consumed === 1) return // Clients retry.
  const consumed = { ...entitlement, consumed: 1 }
  await store.updateEntitlement(work, consumed)
  await emitChange(work, 'ENTITLEMENT_UPDATE', consumed)
}

/** Ends an entitlement that has expired at a time; its row stays. */
export async function endEntitlement(work: Work, entitlement: StoredEntitlement, at: Instant): Promise<void> {
  if (entitlement.ends_at !== null) return
  const ended = { ...entitlement, ends_at: at }
  await store.updateEntitlement(work, ended)
  await emitChange(work, 'ENTITLEMENT_UPDATE', ended)
}

/** Marks an entitlement as deleted. */
export async function revokeEntitlement(work: Work, entitlement: StoredEntitlement): Promise<void> {
  if (entitlement.deleted === 1) return
  const deleted = { ...entitlement, deleted: 1 }
  await store.updateEntitlement(work, deleted)
  await emitChange(work, 'ENTITLEMENT_DELETE', deleted)
}

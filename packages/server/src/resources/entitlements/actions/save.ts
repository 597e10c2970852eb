import type { Instant, Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../kernel/event.ts'
import type { Work } from '../../../kernel/work.ts'
import { findApplication } from '../../applications/index.ts'
import { entitlementCreate, entitlementDelete, entitlementUpdate } from '../events.ts'
import type { StoredEntitlement } from '../model.ts'
import * as store from '../store.ts'

async function emitToBot(work: Work, type: typeof entitlementCreate, entitlement: StoredEntitlement): Promise<void> {
  const application = await findApplication(work, entitlement.application_id)
  if (application?.bot_id) work.emit(type, userTopic(application.bot_id), entitlement, entitlement.guild_id)
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
  await emitToBot(work, entitlementCreate, entitlement)
  return entitlement
}

/** Marks a one-time purchase as used; a second call does nothing. */
export async function markEntitlementConsumed(work: Work, entitlement: StoredEntitlement): Promise<void> {
  if (entitlement.consumed === 1) return // Clients retry.
  const consumed = { ...entitlement, consumed: 1 }
  await store.updateEntitlement(work, consumed)
  await emitToBot(work, entitlementUpdate, consumed)
}

/** Ends an entitlement that has expired; its row stays. */
export async function endEntitlement(work: Work, entitlement: StoredEntitlement): Promise<void> {
  if (entitlement.ends_at !== null) return
  const ended = { ...entitlement, ends_at: work.now }
  await store.updateEntitlement(work, ended)
  await emitToBot(work, entitlementUpdate, ended)
}

/** Marks an entitlement as deleted. */
export async function revokeEntitlement(work: Work, entitlement: StoredEntitlement): Promise<void> {
  if (entitlement.deleted === 1) return
  const deleted = { ...entitlement, deleted: 1 }
  await store.updateEntitlement(work, deleted)
  await emitToBot(work, entitlementDelete, deleted)
}

import { type EntitlementObject, type Instant, type Snowflake, wireTimeOrNull } from '@guildhall/protocol'
import { eventType, userTopic } from '../../../kernel/event.ts'
import type { Work } from '../../../kernel/work.ts'
import { findApplication } from '../../applications/index.ts'
import type { StoredEntitlement } from '../store.ts'
import * as store from '../store.ts'

/** Returns the entitlement object. */
export function presentEntitlement(entitlement: StoredEntitlement): EntitlementObject {
  const { subscription_id, guild_id } = entitlement
  return {
    id: entitlement.id.toString(),
    sku_id: entitlement.sku_id.toString(),
    application_id: entitlement.application_id.toString(),
    user_id: entitlement.user_id.toString(),
    promotion_id: null,
    type: entitlement.type,
    deleted: entitlement.deleted === 1,
    gift_code_flags: 0,
    consumed: entitlement.consumed === 1,
    starts_at: wireTimeOrNull(entitlement.starts_at),
    ends_at: wireTimeOrNull(entitlement.ends_at),
    ...(guild_id === null ? {} : { guild_id: guild_id.toString() }),
    ...(subscription_id === null ? {} : { subscription_id: subscription_id.toString() }),
  }
}

/** Returns an event type that is sent to the application's bot with any intents. */
const entitlementEvent = (name: string) =>
  eventType<StoredEntitlement>({ name, intents: () => 0, visibleTo: () => true, present: presentEntitlement })

const entitlementCreate = entitlementEvent('ENTITLEMENT_CREATE')
const entitlementUpdate = entitlementEvent('ENTITLEMENT_UPDATE')
const entitlementDelete = entitlementEvent('ENTITLEMENT_DELETE')

async function announce(work: Work, type: typeof entitlementCreate, entitlement: StoredEntitlement): Promise<void> {
  const application = await findApplication(work, entitlement.application_id)
  if (application?.bot_id) work.emit(type, userTopic(application.bot_id), entitlement, entitlement.guild_id)
}

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
  await announce(work, entitlementCreate, entitlement)
  return entitlement
}

/** Marks a one-time purchase as used; a second call does nothing. */
export async function markEntitlementConsumed(work: Work, entitlement: StoredEntitlement): Promise<void> {
  if (entitlement.consumed === 1) return // clients retry
  const consumed = { ...entitlement, consumed: 1 }
  await store.updateEntitlement(work, consumed)
  await announce(work, entitlementUpdate, consumed)
}

/** Ends an entitlement that has expired; its row stays. */
export async function endEntitlement(work: Work, entitlement: StoredEntitlement): Promise<void> {
  if (entitlement.ends_at !== null) return
  const ended = { ...entitlement, ends_at: work.now }
  await store.updateEntitlement(work, ended)
  await announce(work, entitlementUpdate, ended)
}

/** Marks an entitlement as deleted. */
export async function revokeEntitlement(work: Work, entitlement: StoredEntitlement): Promise<void> {
  if (entitlement.deleted === 1) return
  const deleted = { ...entitlement, deleted: 1 }
  await store.updateEntitlement(work, deleted)
  await announce(work, entitlementDelete, deleted)
}

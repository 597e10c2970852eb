import { type EntitlementObject, wireTimeOrNull } from '@guildhall/protocol'
import type { StoredEntitlement } from './model.ts'

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

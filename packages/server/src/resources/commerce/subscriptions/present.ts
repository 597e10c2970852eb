import { type SubscriptionObject, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { HydratedSubscription } from './model.ts'

/** Returns the subscription object. [SUB-2] */
export function presentSubscription({ subscription, entitlementIds }: HydratedSubscription): SubscriptionObject {
  return {
    id: subscription.id.toString(),
    user_id: subscription.user_id.toString(),
    sku_ids: [subscription.sku_id.toString()],
    entitlement_ids: entitlementIds.map(String),
    renewal_sku_ids: null,
    current_period_start: wireTime(subscription.current_period_start),
    current_period_end: wireTime(subscription.current_period_end),
    status: subscription.status,
    canceled_at: wireTimeOrNull(subscription.canceled_at),
  }
}

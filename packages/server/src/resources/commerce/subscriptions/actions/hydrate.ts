import type { Work } from '../../../../kernel/work.ts'
import { listEntitlementsOfSubscription } from '../../entitlements/index.ts'
import type { HydratedSubscription, StoredSubscription } from '../model.ts'

/** Loads the live entitlements of a subscription. */
export async function hydrateSubscription(work: Work, subscription: StoredSubscription): Promise<HydratedSubscription> {
  const granted = await listEntitlementsOfSubscription(work, subscription.id)
  const live = granted.filter(({ deleted, ends_at }) => deleted === 0 && ends_at === null)
  return { subscription, entitlementIds: live.map(({ id }) => id) }
}

import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findSku, type StoredSku } from '../../skus/index.ts'
import type { StoredSubscription } from '../model.ts'
import * as store from '../store.ts'

/**
 * Returns a SKU and whether the caller sells it: the application's bot and owner do. Other persons may be buyers.
 *
 * @throws ApiError UNKNOWN_SKU
 */
export async function skuForBuyerOrSeller(
  work: Work,
  caller: Caller,
  id: Snowflake,
): Promise<{ sku: StoredSku; seller: boolean }> {
  const sku = await findSku(work, id)
  const application = sku && (await findApplication(work, sku.application_id))
  if (!sku || !application) throw new ApiError('UNKNOWN_SKU')
  // A token reads SKUs of its own application only.
  if (caller.kind !== 'person' && caller.application?.id !== application.id) throw new ApiError('UNKNOWN_SKU')
  const seller = caller.kind === 'bot' || (caller.kind === 'person' && application.owner_id === caller.userId)
  return { sku, seller }
}

/** Returns a subscription for its seller and its subscriber. @throws ApiError NOT_FOUND for unknown and hidden ones */
export async function subscriptionForCaller(
  work: Work,
  caller: Caller,
  params: { sku_id: Snowflake; subscription_id: Snowflake },
): Promise<{ subscription: StoredSubscription; seller: boolean; subscriber: boolean }> {
  const { sku, seller } = await skuForBuyerOrSeller(work, caller, params.sku_id)
  const subscription = await store.findSubscription(work, params.subscription_id)
  const subscriber = subscription?.user_id === caller.userId
  if (subscription?.sku_id !== sku.id || !(seller || subscriber)) throw new ApiError('NOT_FOUND')
  return { subscription, seller, subscriber }
}

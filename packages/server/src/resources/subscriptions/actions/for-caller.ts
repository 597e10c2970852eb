import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../kernel/caller.ts'
import type { Work } from '../../../kernel/work.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { findApplication } from '../../applications/index.ts'
import { findSku, type StoredSku } from '../../skus/index.ts'
import * as store from '../store.ts'

export const SkuParams = Type.Object({ sku_id: SnowflakeId })
export const SubscriptionParams = Type.Object({ sku_id: SnowflakeId, subscription_id: SnowflakeId })

/** A SKU with what the caller is to it: its seller, which is the application, its bot and its owner; else maybe a buyer. */
export async function skuForBuyerOrSeller(
  work: Work,
  caller: Caller,
  id: Snowflake,
): Promise<{ sku: StoredSku; seller: boolean }> {
  const sku = await findSku(work, id)
  const application = sku && (await findApplication(work, sku.application_id))
  if (!sku || !application) throw new ApiError('UNKNOWN_SKU')
  // By OAuth2 an application sees its own, of the person who let it.
  if (caller.kind !== 'person' && caller.application?.id !== application.id) throw new ApiError('UNKNOWN_SKU')
  const seller = caller.kind === 'bot' || (caller.kind === 'person' && application.owner_id === caller.userId)
  return { sku, seller }
}

/** A subscription to the SKU, for its seller and its subscriber; 404 for others, as where there is none. */
export async function subscriptionForCaller(
  work: Work,
  caller: Caller,
  params: { sku_id: Snowflake; subscription_id: Snowflake },
): Promise<{ subscription: store.StoredSubscription; seller: boolean; subscriber: boolean }> {
  const { sku, seller } = await skuForBuyerOrSeller(work, caller, params.sku_id)
  const subscription = await store.findSubscription(work, params.subscription_id)
  const subscriber = subscription?.user_id === caller.userId
  if (subscription?.sku_id !== sku.id || !(seller || subscriber)) throw new ApiError('NOT_FOUND')
  return { subscription, seller, subscriber }
}

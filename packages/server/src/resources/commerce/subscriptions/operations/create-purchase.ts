import { EntitlementObject, SubscriptionObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentEntitlement } from '../../entitlements/index.ts'
import { skuForCaller } from '../../skus/index.ts'
import { hydrateSubscription } from '../actions/hydrate.ts'
import { purchase } from '../actions/purchase.ts'
import { presentSubscription } from '../present.ts'
import { SkuParams } from '../requests.ts'

/**
 * Create Purchase: the application's owner records that a user has bought a SKU. The platform has no payment service.
 * [SUB-4]
 */
export const createPurchase = operation({
  id: 'create_purchase',
  method: 'POST',
  path: '/skus/:sku_id/purchases',
  callers: ['person'],
  unlisted: true,
  params: SkuParams,
  body: Type.Object({
    user_id: SnowflakeId,
    guild_id: OptionalNullable(SnowflakeId),
    /** False while the payment is pending. */
    paid: Optional(Type.Boolean()),
  }),
  responses: {
    200: Type.Object({ entitlement: Optional(EntitlementObject), subscription: Optional(SubscriptionObject) }),
  },

  async run({ caller, params, body, work }) {
    const sku = await skuForCaller(work, caller, params.sku_id)
    const { user_id: userId, guild_id: guildId = null, paid = true } = body
    const bought = await purchase(work, { sku, userId, guildId, paid })
    if ('entitlement' in bought) return { entitlement: presentEntitlement(bought.entitlement) }
    return { subscription: presentSubscription(await hydrateSubscription(work, bought.subscription)) }
  },
})

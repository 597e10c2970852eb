import { ApiError, EntitlementObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, OptionalNullable, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { listEntitlementsOfSubscription, presentEntitlement } from '../../entitlements/index.ts'
import { findSku } from '../../skus/index.ts'
import { purchase } from '../actions/purchase.ts'
import { SkuParams } from '../requests.ts'

/**
 * Create SKU Purchase, by the person who buys. The platform has no payment service, so every purchase costs nothing and
 * succeeds at once. The owner of the application buys in test mode.
 */
export const purchaseSku = operation({
  id: 'purchase_sku',
  method: 'POST',
  path: '/store/skus/:sku_id/purchase',
  callers: ['person'],
  unlisted: true,
  params: SkuParams,
  body: Optional(
    Type.Object({
      guild_id: OptionalNullable(SnowflakeId),
      test_mode: OptionalNullable(Type.Boolean()),
      /** Id of the dialog in which the person buys. */
      load_id: OptionalNullable(Text(0, 100)),
    }),
  ),
  responses: { 200: Type.Object({ entitlements: Type.Array(EntitlementObject) }) },

  async run({ caller, params, body, work }) {
    const sku = await findSku(work, params.sku_id)
    const application = sku && (await findApplication(work, sku.application_id))
    if (!sku || !application) throw new ApiError('UNKNOWN_SKU')
    const testMode = application.owner_id === caller.userId
    if (body?.test_mode && !testMode) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
    const { userId } = caller
    const bought = await purchase(work, { sku, userId, guildId: body?.guild_id ?? null, paid: true, testMode })
    const granted =
      'entitlement' in bought
        ? [bought.entitlement]
        : await listEntitlementsOfSubscription(work, bought.subscription.id)
    return { entitlements: granted.map(presentEntitlement) }
  },
})

import {
  invalidForm,
  SUBSCRIPTIONS_PAGE_DEFAULT,
  SUBSCRIPTIONS_PAGE_MAX,
  SubscriptionObject,
} from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { skuForBuyerOrSeller } from '../actions/for-caller.ts'
import { hydrateSubscription } from '../actions/hydrate.ts'
import { presentSubscription } from '../present.ts'
import { SkuParams } from '../requests.ts'
import * as store from '../store.ts'

/** List SKU Subscriptions of one user. Persons may omit `user_id` for their own. [SUB-1] [SUB-2] */
export const getSkuSubscriptions = operation({
  id: 'get_sku_subscriptions',
  method: 'GET',
  path: '/skus/:sku_id/subscriptions',
  callers: ['bot', 'person', 'bearer'],
  params: SkuParams,
  query: Type.Object({
    before: Optional(SnowflakeId),
    after: Optional(SnowflakeId),
    limit: Optional(Int(1, SUBSCRIPTIONS_PAGE_MAX)),
    user_id: Optional(SnowflakeId),
  }),
  responses: { 200: Type.Array(SubscriptionObject) },

  async run({ caller, params, query, work }) {
    const { sku, seller } = await skuForBuyerOrSeller(work, caller, params.sku_id)
    if (seller && query.user_id === undefined)
      throw invalidForm(['user_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
    const userId = query.user_id ?? caller.userId
    if (!seller && userId !== caller.userId) return []
    const { before, after, limit = SUBSCRIPTIONS_PAGE_DEFAULT } = query
    const page = await store.listSubscriptions(work, sku.id, { userId, before, after, limit })
    return Promise.all(
      page.map(async (subscription) => presentSubscription(await hydrateSubscription(work, subscription))),
    )
  },
})

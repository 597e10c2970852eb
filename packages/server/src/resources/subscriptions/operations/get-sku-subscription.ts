import { SubscriptionObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SubscriptionParams, subscriptionFor } from '../owned.ts'
import { hydrate, presentSubscription } from '../subscription.ts'

/** Get SKU Subscription. */
export const getSkuSubscription = operation({
  id: 'get_sku_subscription',
  method: 'GET',
  path: '/skus/:sku_id/subscriptions/:subscription_id',
  callers: ['bot', 'person', 'bearer'],
  params: SubscriptionParams,
  responses: { 200: SubscriptionObject },

  async run({ caller, params, work }) {
    const { subscription } = await subscriptionFor(work, caller, params)
    return presentSubscription(await hydrate(work, subscription))
  },
})

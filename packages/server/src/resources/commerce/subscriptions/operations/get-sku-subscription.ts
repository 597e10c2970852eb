import { SubscriptionObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { subscriptionForCaller } from '../actions/for-caller.ts'
import { hydrateSubscription } from '../actions/hydrate.ts'
import { presentSubscription } from '../present.ts'
import { SubscriptionParams } from '../requests.ts'

/** Get SKU Subscription. */
export const getSkuSubscription = operation({
  id: 'get_sku_subscription',
  method: 'GET',
  path: '/skus/:sku_id/subscriptions/:subscription_id',
  callers: ['bot', 'person', 'bearer'],
  params: SubscriptionParams,
  responses: { 200: SubscriptionObject },

  async run({ caller, params, work }) {
    const { subscription } = await subscriptionForCaller(work, caller, params)
    return presentSubscription(await hydrateSubscription(work, subscription))
  },
})

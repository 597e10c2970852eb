import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { subscriptionForCaller } from '../actions/for-caller.ts'
import { removeSubscription } from '../actions/save.ts'
import { SubscriptionParams } from '../requests.ts'

/** Delete SKU Subscription: the seller deletes a subscription, and its entitlements end. */
export const deleteSkuSubscription = operation({
  id: 'delete_sku_subscription',
  method: 'DELETE',
  path: '/skus/:sku_id/subscriptions/:subscription_id',
  callers: ['person'],
  unlisted: true,
  params: SubscriptionParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { subscription, seller } = await subscriptionForCaller(work, caller, params)
    if (!seller) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
    await removeSubscription(work, subscription)
  },
})

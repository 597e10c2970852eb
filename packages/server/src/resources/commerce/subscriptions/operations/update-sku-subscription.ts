import { ApiError, invalidForm, SubscriptionObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { OneOf, Type } from '../../../../validation/schema.ts'
import { subscriptionForCaller } from '../actions/for-caller.ts'
import { hydrateSubscription } from '../actions/hydrate.ts'
import { takeStep } from '../actions/save.ts'
import { presentSubscription } from '../present.ts'
import { SubscriptionParams } from '../requests.ts'
import { mayTakeStep } from '../rules.ts'

/**
 * Update SKU Subscription: cancels, resumes, refunds or renews a subscription, or fails its payment. On the public
 * platform the subscriber's settings and a payment service do this. [SUB-4]
 */
export const updateSkuSubscription = operation({
  id: 'update_sku_subscription',
  method: 'PATCH',
  path: '/skus/:sku_id/subscriptions/:subscription_id',
  callers: ['person'],
  unlisted: true,
  params: SubscriptionParams,
  body: Type.Object({ step: OneOf('cancel', 'resume', 'refund', 'fail', 'renew') }),
  responses: { 200: SubscriptionObject },

  async run({ caller, params, body, work }) {
    const { subscription, ...actor } = await subscriptionForCaller(work, caller, params)
    if (!mayTakeStep(actor, body.step)) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
    const changed = await takeStep(work, subscription, body.step)
    if (!changed)
      throw invalidForm(
        ['step'],
        'BASE_TYPE_CHOICES',
        `A subscription of status ${subscription.status} does not allow this step.`,
      )
    return presentSubscription(await hydrateSubscription(work, changed))
  },
})

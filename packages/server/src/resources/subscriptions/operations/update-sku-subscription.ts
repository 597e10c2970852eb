import { ApiError, invalidForm, SubscriptionObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { OneOf, Type } from '../../../validation/schema.ts'
import { SubscriptionParams, subscriptionForCaller } from '../actions/for-caller.ts'
import { hydrateSubscription, presentSubscription, takeStep } from '../actions/save.ts'
import { mayTakeStep } from '../rules.ts'

/**
 * What a subscriber's settings and a payment service do on the public platform: a subscription is cancelled and resumed,
 * refunded, fails to be paid, is paid again. [SUB-4]
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
    const { subscription, ...standing } = await subscriptionForCaller(work, caller, params)
    if (!mayTakeStep(standing, body.step)) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
    const changed = await takeStep(work, subscription, body.step)
    if (!changed)
      throw invalidForm(
        ['step'],
        'BASE_TYPE_CHOICES',
        `A subscription of status ${subscription.status} takes no such step.`,
      )
    return presentSubscription(await hydrateSubscription(work, changed))
  },
})

import { createPurchase } from './create-purchase.ts'
import { deleteSkuSubscription } from './delete-sku-subscription.ts'
import { getSkuSubscription } from './get-sku-subscription.ts'
import { getSkuSubscriptions } from './get-sku-subscriptions.ts'
import { updateSkuSubscription } from './update-sku-subscription.ts'

export const subscriptionOperations = [
  createPurchase,
  deleteSkuSubscription,
  getSkuSubscription,
  getSkuSubscriptions,
  updateSkuSubscription,
]

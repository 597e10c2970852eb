import { createPurchase } from './create-purchase.ts'
import { deleteSkuSubscription } from './delete-sku-subscription.ts'
import { getSkuSubscription } from './get-sku-subscription.ts'
import { getSkuSubscriptions } from './get-sku-subscriptions.ts'
import { purchaseSku } from './purchase-sku.ts'
import { updateSkuSubscription } from './update-sku-subscription.ts'

export const subscriptionOperations = [
  createPurchase,
  purchaseSku,
  deleteSkuSubscription,
  getSkuSubscription,
  getSkuSubscriptions,
  updateSkuSubscription,
]

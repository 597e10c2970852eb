import { createSku } from './create-sku.ts'
import { listPublishedSkus } from './list-published-skus.ts'
import { listSkus } from './list-skus.ts'

export const skuOperations = [createSku, listPublishedSkus, listSkus]

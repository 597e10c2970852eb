import { createSku } from './create-sku.ts'
import { listSkus } from './list-skus.ts'

export const skuOperations = [createSku, listSkus]

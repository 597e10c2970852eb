import { SnowflakeId, Type } from '../../../validation/schema.ts'

/** Path of a SKU. */
export const SkuParams = Type.Object({ sku_id: SnowflakeId })
/** Path of a subscription. */
export const SubscriptionParams = Type.Object({ sku_id: SnowflakeId, subscription_id: SnowflakeId })

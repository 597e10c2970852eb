import { SkuType } from '@guildhall/protocol'
import { OneOf, Optional, OptionalNullable, type Static, Text, Type } from '../../../validation/schema.ts'

/** Fields of a new SKU. */
export const SkuFields = Type.Object({
  name: Text(1, 100),
  type: OneOf(SkuType.DURABLE, SkuType.CONSUMABLE, SkuType.SUBSCRIPTION),
  /** Scope of a subscription: one user everywhere, or every member of one guild. */
  access: Optional(OneOf('user', 'guild')),
  /** Whether users can buy it; true by default. */
  available: OptionalNullable(Type.Boolean()),
})
export type SkuFields = Static<typeof SkuFields>

import { ApiError, SkuFlag, SkuObject, SkuType } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { presentSku } from '../present.ts'
import * as store from '../store.ts'

/** Price of every SKU: the platform has no payment service. */
const FREE = { amount: 0, currency: 'usd' }

/** List Application Published Store Listings: the SKUs that a person can buy, with their prices. */
export const listPublishedSkus = operation({
  id: 'list_published_skus',
  method: 'GET',
  path: '/store/published-listings/skus',
  callers: ['person', 'bearer'],
  unlisted: true,
  query: Type.Object({ application_id: SnowflakeId }),
  responses: {
    200: Type.Array(
      Type.Object({
        id: Type.String(),
        summary: Type.String(),
        sku: Type.Intersect([
          SkuObject,
          Type.Object({ price: Type.Object({ amount: Type.Integer(), currency: Type.String() }) }),
        ]),
      }),
    ),
  },

  async run({ query, work }) {
    if (!(await findApplication(work, query.application_id))) throw new ApiError('UNKNOWN_APPLICATION')
    const skus = await store.listSkus(work, query.application_id)
    return skus
      .filter(({ type, flags }) => type !== SkuType.SUBSCRIPTION_GROUP && (flags & SkuFlag.AVAILABLE) !== 0)
      .map((sku) => ({ id: sku.id.toString(), summary: sku.name, sku: { ...presentSku(sku), price: FREE } }))
  },
})

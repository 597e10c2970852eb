import { ApiError, SkuFlag, SkuType, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { type StoredSku, slugOf } from '../model.ts'
import type { SkuFields } from '../requests.ts'
import * as store from '../store.ts'

/** Limit of an application's SKUs, groups included. */
const SKUS_MAX = 100

/** Stores a SKU. A subscription SKU also gets a group SKU, as on the public platform. */
export async function createSku(
  work: Work,
  applicationId: Snowflake,
  fields: SkuFields & { id?: Snowflake },
): Promise<StoredSku> {
  if ((await store.listSkus(work, applicationId)).length >= SKUS_MAX) throw new ApiError('INVALID_SKU')
  const { name, type, access = 'user', available } = fields
  const subscription = type === SkuType.SUBSCRIPTION
  const scope = access === 'guild' ? SkuFlag.GUILD_SUBSCRIPTION : SkuFlag.USER_SUBSCRIPTION
  const flags = (available === false ? 0 : SkuFlag.AVAILABLE) | (subscription ? scope : 0)
  const row = { application_id: applicationId, name, slug: slugOf(name), flags }
  if (subscription) await store.insertSku(work, { id: work.nextId(), type: SkuType.SUBSCRIPTION_GROUP, ...row })
  const sku = { id: fields.id ?? work.nextId(), type, ...row }
  await store.insertSku(work, sku)
  return sku
}

import { ApiError, SkuFlag, type SkuObject, SkuType, type Snowflake } from '@guildhall/protocol'
import { applicationForCaller } from '../../../access/application.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Work } from '../../../kernel/work.ts'
import { OneOf, Optional, OptionalNullable, type Static, Text, Type } from '../../../validation/schema.ts'
import * as store from '../store.ts'

const SKUS_MAX = 100

export const NewSku = Type.Object({
  name: Text(1, 100),
  type: OneOf(SkuType.DURABLE, SkuType.CONSUMABLE, SkuType.SUBSCRIPTION),
  /** Scope of a subscription: one user everywhere, or every member of one guild. */
  access: Optional(OneOf('user', 'guild')),
  /** Whether users can buy it; true by default. */
  available: OptionalNullable(Type.Boolean()),
})

/** Stores a SKU. A subscription SKU also gets a group SKU, as on the public platform. */
export async function addSku(
  work: Work,
  applicationId: Snowflake,
  given: Static<typeof NewSku> & { id?: Snowflake },
): Promise<store.StoredSku> {
  if ((await store.listSkus(work, applicationId)).length >= SKUS_MAX) throw new ApiError('INVALID_SKU')
  const { name, type, access = 'user', available } = given
  const subscription = type === SkuType.SUBSCRIPTION
  const whose = access === 'guild' ? SkuFlag.GUILD_SUBSCRIPTION : SkuFlag.USER_SUBSCRIPTION
  const flags = (available === false ? 0 : SkuFlag.AVAILABLE) | (subscription ? whose : 0)
  const row = { application_id: applicationId, name, slug: slugOf(name), flags }
  if (subscription) await store.insertSku(work, { id: work.nextId(), type: SkuType.SUBSCRIPTION_GROUP, ...row })
  const sku = { id: given.id ?? work.nextId(), type, ...row }
  await store.insertSku(work, sku)
  return sku
}

function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words?.join('-') ?? 'sku'
}

/** Returns a SKU to its application or the application's owner. Throws 10027 for other callers and unknown SKUs. */
export async function skuForCaller(work: Work, caller: Caller, id: Snowflake): Promise<store.StoredSku> {
  const sku = await store.findSku(work, id)
  if (!sku) throw new ApiError('UNKNOWN_SKU')
  try {
    await applicationForCaller(work, caller, sku.application_id)
  } catch (cause) {
    throw new ApiError('UNKNOWN_SKU', { cause })
  }
  return sku
}

/** Returns the SKU object. */
export function presentSku(sku: store.StoredSku): SkuObject {
  return {
    id: sku.id.toString(),
    type: sku.type,
    dependent_sku_id: null,
    application_id: sku.application_id.toString(),
    manifest_labels: null,
    access_type: 1,
    name: sku.name,
    features: [],
    release_date: null,
    premium: false,
    slug: sku.slug,
    flags: sku.flags,
    show_age_gate: false,
  }
}

import { ApiError, type Snowflake } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { StoredSku } from '../model.ts'
import * as store from '../store.ts'

/** Returns a SKU for its application or the application's owner. @throws ApiError UNKNOWN_SKU (10027) for others */
export async function skuForCaller(work: Work, caller: Caller, id: Snowflake): Promise<StoredSku> {
  const sku = await store.findSku(work, id)
  if (!sku) throw new ApiError('UNKNOWN_SKU')
  try {
    await applicationForCaller(work, caller, sku.application_id)
  } catch (cause) {
    throw new ApiError('UNKNOWN_SKU', { cause })
  }
  return sku
}

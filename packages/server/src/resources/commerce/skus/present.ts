import type { SkuObject } from '@guildhall/protocol'
import type { StoredSku } from './model.ts'

/** Returns the SKU object. */
export function presentSku(sku: StoredSku): SkuObject {
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

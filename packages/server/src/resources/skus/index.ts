export { addSku, skuForCaller } from './actions/add-sku.ts'
export { findSku, listSkus, type StoredSku } from './store.ts'

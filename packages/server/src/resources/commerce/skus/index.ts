export { skuForCaller } from './actions/for-caller.ts'
export { createSku } from './actions/save.ts'
export type { StoredSku } from './model.ts'
export { findSku, listSkus } from './store.ts'

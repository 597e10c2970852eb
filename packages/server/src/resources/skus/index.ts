export { addSku, ownedSku } from './sku.ts'
export { find as findSku, listOfApplication as listSkus, type StoredSku } from './store.ts'

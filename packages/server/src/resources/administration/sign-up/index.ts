export { isBlocked, mayUseDomain } from './rules.ts'
export { listBlocks } from './store.ts'

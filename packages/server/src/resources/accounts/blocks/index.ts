export { isBlocked } from './rules.ts'
export { listBlocks } from './store.ts'

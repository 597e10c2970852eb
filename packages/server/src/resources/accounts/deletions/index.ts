export { failPurge, purgeAccountJob } from './actions/purge.ts'
export { reviveAccount } from './actions/revive.ts'
export { listDeletions } from './store.ts'

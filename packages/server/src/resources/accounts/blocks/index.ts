export { demandUnblockedFile, demandUnblockedText } from './actions/check.ts'
export { isBlocked } from './rules.ts'
export { listRegistrationBlocks } from './store.ts'

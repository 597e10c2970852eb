export { demandUnblockedFile, demandUnblockedText, isTextBlocked } from './actions/check.ts'
export { isBlocked } from './rules.ts'
export { listRegistrationBlocks } from './store.ts'

export { lockAccounts } from './actions/accounts.ts'
export { mergeInto, type PreparedMerge, prepareMerge } from './actions/merge.ts'
export { deauthorize } from './actions/unmerge.ts'
export { issuerFault } from './issuer-rules.ts'

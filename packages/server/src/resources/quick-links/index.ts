export { removeQuickLinks } from './actions/remove.ts'
export { quickLinkOperations } from './operations/index.ts'

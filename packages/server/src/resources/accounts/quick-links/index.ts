export { removeQuickLinks } from './actions/save.ts'
export { quickLinkOperations } from './operations/index.ts'

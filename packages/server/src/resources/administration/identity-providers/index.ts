export { listProviders } from './actions/find-provider.ts'
export { signInPageOperations } from './operations/index.ts'

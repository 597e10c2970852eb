export { openidConfiguration } from './discovery.ts'
export { resealSigningKey as resealIdTokenKey } from './store.ts'

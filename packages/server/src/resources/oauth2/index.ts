export { openidConfiguration } from './present.ts'
export { resealIdTokenKey } from './store.ts'

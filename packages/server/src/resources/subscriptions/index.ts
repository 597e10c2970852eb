export { periodOver } from './subscription.ts'

export { openidConfiguration } from './discovery.ts'

export { mayUseDomain } from './rules.ts'

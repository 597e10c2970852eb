export { audit } from './actions/audit.ts'
export { changesBetween } from './model.ts'

export { audit } from './actions/save.ts'
export { scrubAuditLog } from './actions/scrub.ts'
export { changesBetween } from './model.ts'

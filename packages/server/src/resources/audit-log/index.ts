export { type AuditChange, audit, changesBetween } from './audit.ts'

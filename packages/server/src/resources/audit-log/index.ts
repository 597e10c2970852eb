export { audit, changesBetween } from './audit.ts'

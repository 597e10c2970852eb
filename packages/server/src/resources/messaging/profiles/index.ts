export { demandProfileAccess } from './actions/read.ts'

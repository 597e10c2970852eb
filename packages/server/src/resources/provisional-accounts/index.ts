export { issuerFault } from './issuer-rules.ts'

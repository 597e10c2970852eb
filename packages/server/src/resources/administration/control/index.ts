export { controlOperations } from './operations/index.ts'

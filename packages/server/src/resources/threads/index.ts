export { threadRenamed } from './renamed.ts'

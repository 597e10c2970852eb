export { find as findBan } from './store.ts'

export { findBan } from './store.ts'

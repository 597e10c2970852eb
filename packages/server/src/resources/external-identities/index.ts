export { findIdentity, listIdentities, saveIdentity } from './store.ts'

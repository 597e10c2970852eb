export { removeIntegrationOfBot } from './remove.ts'
export { findOfApplication as findIntegration, insert as insertIntegration } from './store.ts'

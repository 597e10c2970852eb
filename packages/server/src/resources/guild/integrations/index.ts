export { removeBotFromGuilds, removeIntegrationOfBot } from './actions/remove.ts'
export { createIntegration } from './actions/save.ts'
export { findIntegration, insertIntegration } from './store.ts'

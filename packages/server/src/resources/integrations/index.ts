export { removeBotFromGuilds, removeIntegrationOfBot } from './actions/remove.ts'
export { createIntegration } from './actions/save.ts'
export { countIntegrationsOf, findIntegration, insertIntegration } from './store.ts'

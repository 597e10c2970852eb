export { crosspost, crosspostChanged } from './actions/crosspost.ts'
export { incomingWebhook, removeWebhooksOfApplication, saveNewWebhook } from './actions/save.ts'
export { presentWebhook } from './present.ts'
export { findWebhook, resealWebhookTokens } from './store.ts'

export { crosspost, crosspostChanged } from './follow.ts'
export { find as findWebhook, reseal as resealWebhookTokens } from './store.ts'
export {
  addWebhook,
  incomingWebhook,
  presentWebhook,
  removeWebhooksOfApplication,
} from './webhook.ts'

export { crosspost } from './follow.ts'
export { find as findWebhook } from './store.ts'
export {
  addWebhook,
  announceWebhooks,
  incomingWebhook,
  presentWebhook,
  removeWebhooksOfApplication,
} from './webhook.ts'

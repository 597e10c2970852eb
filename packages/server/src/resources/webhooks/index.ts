export { crosspost } from './follow.ts'
export { announceWebhooks, removeWebhooksOfApplication } from './webhook.ts'

export { crosspost } from './follow.ts'
export { announceWebhooks } from './webhook.ts'

export { queueWebhookEvent, type WebhookEvent } from './actions/queue.ts'

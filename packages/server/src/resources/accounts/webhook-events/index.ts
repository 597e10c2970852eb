export {
  deleteSomeWebhookEvents,
  giveUpDeliveries,
  queueWebhookEvent,
  retryWebhookEvents,
  settleDeliveries,
  takeDeliveries,
} from './actions/save.ts'
export {
  type DueLimits,
  findNextRetry,
  listApplicationsWithEvents,
  listDueEvents,
} from './actions/take.ts'
export { webhookEventQueued } from './events.ts'
export type { DeliveryResult, WebhookDelivery } from './model.ts'
export { presentWebhookPing } from './present.ts'

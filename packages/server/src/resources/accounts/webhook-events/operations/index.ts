import { getWebhookEventState } from './get-webhook-event-state.ts'

export const webhookEventOperations = [getWebhookEventState]

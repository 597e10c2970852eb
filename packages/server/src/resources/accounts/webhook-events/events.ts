import type { Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'

/** Internal event after an application has a webhook event that is due. It wakes the delivery. */
export const webhookEventQueued = eventType<{ readonly applicationId: Snowflake }>({
  key: 'webhook-event.queued',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})

import type { Snowflake } from '@guildhall/protocol'
import type { WebhookEventQueueTable, WebhookEventTable } from '../../kernel/store/game-tables.ts'

/** A webhook event that waits for its delivery. */
export type StoredWebhookEvent = Readonly<WebhookEventTable>

/** Queue of the webhook events about one user for one application. */
export type WebhookEventQueue = Readonly<WebhookEventQueueTable>

/** Key of a queue. */
export interface QueueKey {
  readonly application_id: Snowflake
  readonly user_id: Snowflake
}

import type { Snowflake } from '@guildhall/protocol'
import type { WebhookEventQueueTable, WebhookEventTable } from '../../../kernel/store/game-tables.ts'

/** A webhook event that waits for its delivery. */
export type StoredWebhookEvent = Readonly<WebhookEventTable>

/** Queue of the webhook events about one user for one application. */
export type WebhookEventQueue = Readonly<WebhookEventQueueTable>

/** Key of a queue. */
export type QueueKey = Pick<WebhookEventQueue, 'application_id' | 'user_id'>

/** First event of a queue, with the state of the queue. */
export type QueueHead = Omit<WebhookEventQueue, 'head'> & StoredWebhookEvent

/** An event that is due, as it is sent. */
export interface WebhookDelivery {
  readonly applicationId: Snowflake
  readonly userId: Snowflake
  readonly sequence: number
  readonly url: string
  readonly signingKey: string
  /** JSON. */
  readonly body: string
  /** Whether an earlier attempt to deliver the event failed. */
  readonly retry: boolean
}

/** Result of an attempt to deliver an event. */
export interface DeliveryResult {
  readonly delivery: Pick<WebhookDelivery, 'applicationId' | 'userId' | 'sequence' | 'url'>
  /** Reason for which the attempt failed, for the developer of the server; null for a delivered event. */
  readonly failure: string | null
  /** Whether the server accepts events again after failures, so that its other failed events need not wait. */
  readonly recovered: boolean
}

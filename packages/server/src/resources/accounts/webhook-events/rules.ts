import { EventWebhooksStatus, type Instant } from '@guildhall/protocol'
import type { Application } from '../../../kernel/model.ts'
import type { WebhookEventQueue } from './model.ts'

/** Fields of an application that decide about its webhook events. */
export type Subscriptions = Pick<Application, 'event_webhooks_url' | 'event_webhooks_status' | 'event_webhooks_types'>

/** Returns whether an application receives webhook events at all: it has a URL, and events are enabled. [EVT-15] */
export function receivesWebhookEvents({ event_webhooks_url, event_webhooks_status }: Subscriptions): boolean {
  return event_webhooks_url !== null && event_webhooks_status === EventWebhooksStatus.ENABLED
}

/** Returns whether an application receives webhook events of a type. [EVT-15] */
export function subscribesTo(application: Subscriptions, type: string): boolean {
  return receivesWebhookEvents(application) && application.event_webhooks_types.includes(type)
}

/** Events of one user that may wait for one application. */
const QUEUE_MAX = 10_000

/** Returns whether a server is too slow for the events of a user: `size` of them wait. */
export function fallsBehind(size: number): boolean {
  return size > QUEUE_MAX
}

/** Time of the platform's clock for which an event is retried. */
export const GIVE_UP_AFTER_MS = 10 * 60_000
/** Pauses after each failed attempt; the last one is repeated. The first two retries follow within 35 s. */
const RETRY_PAUSES_MS = [5_000, 12_000, 30_000, 60_000, 120_000] as const
const LAST_PAUSE_MS = 120_000

/** Consequence of a failed attempt: another one, or the end of the application's webhook events. */
export type AfterFailure =
  | { readonly kind: 'retry'; readonly queue: Pick<WebhookEventQueue, 'attempts' | 'failing_since' | 'due_at'> }
  | { readonly kind: 'give-up' }

/** Decides what follows a failed attempt to deliver the first event of a queue. [EVT-15] */
export function afterFailure(queue: Pick<WebhookEventQueue, 'attempts' | 'failing_since'>, now: Instant): AfterFailure {
  const failing_since = queue.failing_since ?? now
  const giveUpAt = failing_since + GIVE_UP_AFTER_MS
  if (now >= giveUpAt) return { kind: 'give-up' }
  const pause = RETRY_PAUSES_MS[queue.attempts] ?? LAST_PAUSE_MS
  return {
    kind: 'retry',
    queue: { attempts: queue.attempts + 1, failing_since, due_at: Math.min(now + pause, giveUpAt) },
  }
}

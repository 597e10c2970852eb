import type { Application } from '../../kernel/model.ts'

/** Fields of an application that decide about its webhook events. */
export type Subscriptions = Pick<Application, 'event_webhooks_url' | 'event_webhooks_status' | 'event_webhooks_types'>

/** Values of `event_webhooks_status`. [EVT-15] */
export const EventWebhooksStatus = { DISABLED: 1, ENABLED: 2, DISABLED_BY_PLATFORM: 3 } as const

/** Returns whether an application receives webhook events at all: it has a URL, and events are enabled. [EVT-15] */
export function receivesWebhookEvents({ event_webhooks_url, event_webhooks_status }: Subscriptions): boolean {
  return event_webhooks_url !== null && event_webhooks_status === EventWebhooksStatus.ENABLED
}

/** Returns whether an application receives webhook events of a type. [EVT-15] */
export function subscribesTo(application: Subscriptions, type: string): boolean {
  return receivesWebhookEvents(application) && application.event_webhooks_types.includes(type)
}

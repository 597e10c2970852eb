/** Event types that an application can subscribe to by `event_webhooks_types`. */
export const WEBHOOK_EVENTS = [
  'APPLICATION_AUTHORIZED',
  'APPLICATION_DEAUTHORIZED',
  'ENTITLEMENT_CREATE',
  'ENTITLEMENT_UPDATE',
  'ENTITLEMENT_DELETE',
  'QUEST_USER_ENROLLMENT',
  'LOBBY_MESSAGE_CREATE',
  'LOBBY_MESSAGE_UPDATE',
  'LOBBY_MESSAGE_DELETE',
  'GAME_DIRECT_MESSAGE_CREATE',
  'GAME_DIRECT_MESSAGE_UPDATE',
  'GAME_DIRECT_MESSAGE_DELETE',
] as const

export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number]

/** Type of a request to a URL for webhook events. */
export const WebhookEventRequestType = { PING: 0, EVENT: 1 } as const

/** Time within which a server must respond to a webhook event. */
export const WEBHOOK_EVENT_RESPONSE_MS = 3_000

import { type Snowflake, WebhookEventRequestType, wireTime } from '@guildhall/protocol'
import type { StoredWebhookEvent } from './model.ts'

/** Only version of the format. */
const VERSION = 1

/** Returns the body of the PING that verifies a URL. [SVC-11] */
export function presentWebhookPing(applicationId: Snowflake): string {
  return JSON.stringify({
    version: VERSION,
    application_id: applicationId.toString(),
    type: WebhookEventRequestType.PING,
  })
}

/** Returns the body of the request that delivers an event. The stored `data` is JSON already. [EVT-14] */
export function presentWebhookEvent(event: StoredWebhookEvent): string {
  const application_id = event.application_id.toString()
  const head = JSON.stringify({ version: VERSION, application_id, type: WebhookEventRequestType.EVENT })
  const inner = JSON.stringify({ type: event.type, timestamp: wireTime(event.created_at) })
  return `${head.slice(0, -1)},"event":${inner.slice(0, -1)},"data":${event.data}}}`
}

import type { Snowflake, WebhookEventType } from '@guildhall/protocol'
import { userTopic } from '../../../kernel/event.ts'
import type { Application } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { findApplication } from '../../applications/index.ts'
import { webhookEventQueued } from '../events.ts'
import { subscribesTo } from '../rules.ts'
import * as store from '../store.ts'

/** An event for the server of an application. */
export interface WebhookEvent {
  readonly application: Pick<Application, 'id'>
  readonly type: WebhookEventType
  /** User whose events keep their order. */
  readonly userId: Snowflake
  /** The `data` of the event, as it is sent. */
  readonly data: unknown
}

/**
 * Queues an event in the caller's unit of work, if the application has a URL, enabled events and a subscription to the
 * type. The delivery starts after the commit. [EVT-15]
 */
export async function queueWebhookEvent(work: Work, event: WebhookEvent): Promise<void> {
  const { type, userId, data } = event
  const application = await findApplication(work, event.application.id)
  if (!application || !subscribesTo(application, type)) return
  await store.appendEvent(work, {
    application_id: application.id,
    user_id: userId,
    type,
    created_at: work.now,
    data: JSON.stringify(data),
  })
  work.emit(webhookEventQueued, userTopic(userId), { applicationId: application.id })
}

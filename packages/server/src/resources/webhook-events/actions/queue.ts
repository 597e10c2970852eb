import type { Snowflake, WebhookEventType } from '@guildhall/protocol'
import type { Application } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'

/** An event for the server of an application. */
export interface WebhookEvent {
  readonly application: Pick<Application, 'id'>
  readonly type: WebhookEventType
  /** User whose events keep their order. */
  readonly userId: Snowflake
  /** The `data` of the event, as it is sent. */
  readonly data: unknown
}

/** Queues an event at the commit, if the application subscribes to its type. [EVT-15] */
export async function queueWebhookEvent(_work: Work, _event: WebhookEvent): Promise<void> {}

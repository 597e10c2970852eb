import type { Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../applications/index.ts'
import type { QueueHead, WebhookDelivery } from '../model.ts'
import { presentWebhookEvent } from '../present.ts'
import { fallsBehind, receivesWebhookEvents, subscribesTo } from '../rules.ts'
import * as store from '../store.ts'

/** Numbers of due events to read. */
export interface DueLimits {
  /** Events that no attempt was made for. */
  readonly fresh: number
  /** Events whose last attempt failed. */
  readonly retries: number
}

/** Events of an application that are due, or what to do instead. */
export type DueEvents =
  | {
      readonly kind: 'send'
      readonly deliveries: readonly WebhookDelivery[]
      /** Events of types that the application no longer subscribes to. */
      readonly unwanted: readonly WebhookDelivery[]
      /** Whether further events are due. */
      readonly more: boolean
    }
  /** The application receives no events at present: its queues are to be deleted. */
  | { readonly kind: 'drop' }
  /** The server is too slow for the events of one user. */
  | { readonly kind: 'overflow'; readonly url: string }

/** Reads due events of an application, the first event of each queue only. [EVT-15] */
export async function listDueEvents(work: Work, applicationId: Snowflake, limits: DueLimits): Promise<DueEvents> {
  const application = await findApplication(work, applicationId)
  const url = application?.event_webhooks_url
  if (!application || !url || !receivesWebhookEvents(application)) return { kind: 'drop' }
  const due = { application_id: applicationId, now: work.now }
  const retries = await store.listFailingHeads(work, { ...due, limit: limits.retries })
  const fresh = await store.listFreshHeads(work, { ...due, limit: limits.fresh })
  const heads = [...retries, ...fresh]
  if (heads.some(({ tail, sequence }) => fallsBehind(tail - sequence))) return { kind: 'overflow', url }
  const deliveries = heads.map((head) => ({ wanted: subscribesTo(application, head.type), head }))
  return {
    kind: 'send',
    more: retries.length === limits.retries || fresh.length === limits.fresh,
    deliveries: deliveries.flatMap(({ wanted, head }) => (wanted ? [deliveryOf(application, url, head)] : [])),
    unwanted: deliveries.flatMap(({ wanted, head }) => (wanted ? [] : [deliveryOf(application, url, head)])),
  }
}

function deliveryOf(application: Application, url: string, head: QueueHead): WebhookDelivery {
  return {
    applicationId: head.application_id,
    userId: head.user_id,
    sequence: head.sequence,
    url,
    signingKey: application.signing_key,
    body: presentWebhookEvent(head),
    retry: head.failing_since !== null,
  }
}

/** Lists the applications that have queued events. */
export async function listApplicationsWithEvents(work: Work): Promise<Snowflake[]> {
  const found: Snowflake[] = []
  for (let last: Snowflake | undefined = 0n; last !== undefined; ) {
    last = await store.findNextApplication(work, last)
    if (last !== undefined) found.push(last)
  }
  return found
}

/** Returns when the next failed event of an application is due; undefined without one. */
export function findNextRetry(work: Work, applicationId: Snowflake): ReturnType<typeof store.findNextRetry> {
  return store.findNextRetry(work, applicationId, work.now)
}

import type { Snowflake, WebhookEventType } from '@guildhall/protocol'
import { applicationTopic, userTopic } from '../../../../kernel/event.ts'
import type { NodeLife } from '../../../../kernel/lease.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { disableWebhookEvents, findApplication } from '../../applications/index.ts'
import { webhookEventQueued } from '../events.ts'
import type { DeliveryResult } from '../model.ts'
import * as owners from '../owner-store.ts'
import { afterFailure, subscribesTo } from '../rules.ts'
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

/**
 * Stores the results of attempts: removes delivered events, and postpones failed ones. Returns the applications whose
 * events the platform disabled, because one event failed for ten minutes. [EVT-15]
 */
export async function settleDeliveries(work: Work, results: readonly DeliveryResult[]): Promise<Snowflake[]> {
  const disabled = new Set<Snowflake>()
  const recovered = new Set(results.filter((result) => result.recovered).map(({ delivery }) => delivery.applicationId))
  // One order of locks for all transactions.
  for (const result of [...results].sort(byQueue)) {
    const { applicationId, userId, sequence, url } = result.delivery
    const key = { application_id: applicationId, user_id: userId, sequence }
    if (result.failure === null) await store.removeHead(work, key, work.now)
    else if ((await postpone(work, key)) === 'retry') continue
    else if (await disableWebhookEvents(work, applicationId, { url, reason: result.failure }))
      disabled.add(applicationId)
    // The owner saved another URL meanwhile, which gets ten minutes too.
    else await store.updateQueue(work, key, { attempts: 0, failing_since: work.now, due_at: work.now })
  }
  for (const applicationId of recovered) await store.makeRetriesDue(work, applicationId, work.now)
  return [...disabled]
}

function byQueue({ delivery: a }: DeliveryResult, { delivery: b }: DeliveryResult): number {
  return Number(a.applicationId - b.applicationId) || Number(a.userId - b.userId)
}

async function postpone(work: Work, key: Parameters<typeof store.findQueueAt>[1]): Promise<'retry' | 'give-up'> {
  const queue = await store.findQueueAt(work, key)
  if (!queue) return 'retry' // The queue was deleted meanwhile.
  const next = afterFailure(queue, work.now)
  if (next.kind === 'retry') await store.updateQueue(work, key, next.queue)
  return next.kind
}

/** Makes failed events of an application due, because its URL was verified. */
export async function retryWebhookEvents(work: Work, applicationId: Snowflake): Promise<void> {
  await store.makeRetriesDue(work, applicationId, work.now)
  work.emit(webhookEventQueued, applicationTopic(applicationId), { applicationId })
}

/** Events that one unit of work deletes. A longer queue is deleted whole. */
const DELETED_EVENTS_MAX = 5_000
const DELETED_QUEUES_MAX = 500

/** Deletes some of the queues of an application. Returns false once none is left. */
export async function deleteSomeWebhookEvents(work: Work, applicationId: Snowflake): Promise<boolean> {
  const queues = await store.listQueueSizes(work, applicationId, DELETED_QUEUES_MAX)
  let events = 0
  const chosen = queues.filter(({ size }, index) => {
    events += size
    return index === 0 || events <= DELETED_EVENTS_MAX
  })
  if (chosen.length === 0) return false
  const userIds = chosen.map(({ user_id }) => user_id)
  await store.deleteQueues(work, applicationId, userIds)
  return true
}

/** Makes a node the only one that sends the webhook events of an application. Returns whether it is. */
export function takeDeliveries(work: Work, applicationId: Snowflake, node: NodeLife): Promise<boolean> {
  return owners.claimApplication(work, applicationId, node)
}

/** Leaves the webhook events of an application to whichever node finds the next one. */
export function giveUpDeliveries(work: Work, applicationId: Snowflake, node: NodeLife): Promise<void> {
  return owners.releaseApplication(work, applicationId, node)
}

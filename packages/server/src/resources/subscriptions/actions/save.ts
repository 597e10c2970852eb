import {
  ApiError,
  EntitlementType,
  type Snowflake,
  type SubscriptionObject,
  SubscriptionStatus,
  wireTime,
  wireTimeOrNull,
} from '@guildhall/protocol'
import { eventType, userTopic } from '../../../kernel/event.ts'
import type { Work } from '../../../kernel/work.ts'
import { findApplication } from '../../applications/index.ts'
import {
  endEntitlement,
  grantEntitlement,
  listEntitlementsOfSubscription,
  revokeEntitlement,
} from '../../entitlements/index.ts'
import { monthAfter } from '../model.ts'
import { afterStep, type EntitlementEffect, type SubscriptionStep } from '../rules.ts'
import type { StoredSubscription } from '../store.ts'
import * as store from '../store.ts'

/** Subscription with the ids of its live entitlements. */
export interface HydratedSubscription {
  readonly subscription: StoredSubscription
  readonly entitlementIds: readonly Snowflake[]
}

/** Returns the subscription object. [SUB-2] */
export function presentSubscription({ subscription, entitlementIds }: HydratedSubscription): SubscriptionObject {
  return {
    id: subscription.id.toString(),
    user_id: subscription.user_id.toString(),
    sku_ids: [subscription.sku_id.toString()],
    entitlement_ids: entitlementIds.map(String),
    renewal_sku_ids: null,
    current_period_start: wireTime(subscription.current_period_start),
    current_period_end: wireTime(subscription.current_period_end),
    status: subscription.status,
    canceled_at: wireTimeOrNull(subscription.canceled_at),
  }
}

/** Loads the live entitlements of a subscription. */
export async function hydrateSubscription(work: Work, subscription: StoredSubscription): Promise<HydratedSubscription> {
  const granted = await listEntitlementsOfSubscription(work, subscription.id)
  const live = granted.filter(({ deleted, ends_at }) => deleted === 0 && ends_at === null)
  return { subscription, entitlementIds: live.map(({ id }) => id) }
}

/** Returns an event type that is sent to the application's bot with any intents. */
const subscriptionEvent = (name: string) =>
  eventType<HydratedSubscription>({ name, intents: () => 0, visibleTo: () => true, present: presentSubscription })

const subscriptionCreate = subscriptionEvent('SUBSCRIPTION_CREATE')
const subscriptionUpdate = subscriptionEvent('SUBSCRIPTION_UPDATE')
const subscriptionDelete = subscriptionEvent('SUBSCRIPTION_DELETE')

async function announce(work: Work, type: typeof subscriptionCreate, subscription: StoredSubscription): Promise<void> {
  const application = await findApplication(work, subscription.application_id)
  if (!application?.bot_id) return
  work.emit(type, userTopic(application.bot_id), await hydrateSubscription(work, subscription), subscription.guild_id)
}

/**
 * Creates a subscription. Without a payment it is inactive and grants nothing; the first renewal activates it. [SUB-4]
 */
export async function subscribe(
  work: Work,
  of: Pick<StoredSubscription, 'application_id' | 'sku_id' | 'user_id' | 'guild_id'>,
  paid: boolean,
): Promise<StoredSubscription> {
  if (await store.findLiveSubscription(work, of)) throw new ApiError('ENTITLEMENT_ALREADY_GRANTED')
  const subscription = {
    id: work.nextId(),
    ...of,
    status: paid ? SubscriptionStatus.ACTIVE : SubscriptionStatus.INACTIVE,
    current_period_start: work.now,
    current_period_end: monthAfter(work.now),
    canceled_at: null,
  }
  await store.insertSubscription(work, subscription)
  await announce(work, subscriptionCreate, subscription)
  if (!paid) return subscription
  await changeGranted(work, subscription, 'grant')
  await announce(work, subscriptionUpdate, subscription)
  await schedule(work, subscription)
  return subscription
}

/** Takes a step; returns null when the subscription's status does not allow it. [SUB-4] */
export async function takeStep(
  work: Work,
  subscription: StoredSubscription,
  step: SubscriptionStep,
): Promise<StoredSubscription | null> {
  const next = afterStep(subscription.status, step)
  if (!next) return null
  if (step === 'renew' && (await store.findLiveSubscription(work, subscription))) return null
  const start = next.period === 'next' ? subscription.current_period_end : work.now
  const changed = {
    ...subscription,
    status: next.status,
    ...(next.period === 'same' ? {} : { current_period_start: start, current_period_end: monthAfter(start) }),
    ...(next.canceled === 'same' ? {} : { canceled_at: next.canceled === 'now' ? work.now : null }),
  }
  await changeGranted(work, changed, next.granted)
  await store.updateSubscription(work, changed)
  await announce(work, subscriptionUpdate, changed)
  await schedule(work, changed)
  return changed
}

/** Deletes an ended subscription. */
export async function removeSubscription(work: Work, subscription: StoredSubscription): Promise<void> {
  await changeGranted(work, subscription, 'end')
  await announce(work, subscriptionDelete, subscription)
  await store.deleteSubscription(work, subscription.id)
  await work.cancel('subscription-period', subscription.id.toString())
}

async function changeGranted(work: Work, subscription: StoredSubscription, how: EntitlementEffect): Promise<void> {
  if (how === 'keep') return
  if (how === 'grant') {
    const { id, application_id, sku_id, user_id, guild_id } = subscription
    await grantEntitlement(work, {
      ...{ application_id, sku_id, user_id, guild_id },
      type: EntitlementType.APPLICATION_SUBSCRIPTION,
      subscription_id: id,
      starts_at: work.now,
    })
    return
  }
  for (const entitlement of await listEntitlementsOfSubscription(work, subscription.id)) {
    if (entitlement.deleted === 1 || entitlement.ends_at !== null) continue
    if (how === 'end') await endEntitlement(work, entitlement)
    else await revokeEntitlement(work, entitlement)
  }
}

async function schedule(work: Work, { id, status, current_period_end }: StoredSubscription): Promise<void> {
  const key = id.toString()
  if (status === SubscriptionStatus.INACTIVE) await work.cancel('subscription-period', key)
  else await work.schedule('subscription-period', key, current_period_end, { id })
}

/** Runs the job at the end of a period: renews the subscription, or ends a cancelled one. [SUB-4] */
export async function endPeriod(work: Work, { id }: { id: Snowflake }): Promise<void> {
  const subscription = await store.findSubscription(work, id)
  if (subscription && subscription.current_period_end <= work.now) await takeStep(work, subscription, 'period_over')
}

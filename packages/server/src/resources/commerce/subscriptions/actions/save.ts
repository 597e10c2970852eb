import { ApiError, EntitlementType, type Snowflake, SubscriptionStatus } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import {
  endEntitlement,
  grantEntitlement,
  listEntitlementsOfSubscription,
  revokeEntitlement,
} from '../../entitlements/index.ts'
import { subscriptionCreate, subscriptionDelete, subscriptionUpdate } from '../events.ts'
import { periodEnds } from '../jobs.ts'
import { monthAfter, type StoredSubscription } from '../model.ts'
import { afterStep, type EntitlementEffect, type SubscriptionStep } from '../rules.ts'
import * as store from '../store.ts'
import { hydrateSubscription } from './hydrate.ts'

async function emitToBot(work: Work, type: typeof subscriptionCreate, subscription: StoredSubscription): Promise<void> {
  const application = await findApplication(work, subscription.application_id)
  if (!application?.bot_id) return
  work.emit(type, userTopic(application.bot_id), await hydrateSubscription(work, subscription), subscription.guild_id)
}

/**
 * Creates a subscription. Without a payment it is inactive and grants nothing; the first renewal activates it. [SUB-4]
 */
export async function subscribe(
  work: Work,
  fields: Pick<StoredSubscription, 'application_id' | 'sku_id' | 'user_id' | 'guild_id'>,
  paid: boolean,
): Promise<StoredSubscription> {
  if (await store.findLiveSubscription(work, fields)) throw new ApiError('ENTITLEMENT_ALREADY_GRANTED')
  const subscription = {
    id: work.nextId(),
    ...fields,
    status: paid ? SubscriptionStatus.ACTIVE : SubscriptionStatus.INACTIVE,
    current_period_start: work.now,
    current_period_end: monthAfter(work.now),
    canceled_at: null,
  }
  await store.insertSubscription(work, subscription)
  await emitToBot(work, subscriptionCreate, subscription)
  if (!paid) return subscription
  await changeEntitlements(work, subscription, 'grant')
  await emitToBot(work, subscriptionUpdate, subscription)
  await schedulePeriodEnd(work, subscription)
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
  await changeEntitlements(work, changed, next.entitlements)
  await store.updateSubscription(work, changed)
  await emitToBot(work, subscriptionUpdate, changed)
  await schedulePeriodEnd(work, changed)
  return changed
}

/** Deletes a subscription and ends its entitlements. */
export async function removeSubscription(work: Work, subscription: StoredSubscription): Promise<void> {
  await changeEntitlements(work, subscription, 'end')
  await emitToBot(work, subscriptionDelete, subscription)
  await store.deleteSubscription(work, subscription.id)
  await work.cancel(periodEnds, subscription.id.toString())
}

async function changeEntitlements(
  work: Work,
  subscription: StoredSubscription,
  effect: EntitlementEffect,
): Promise<void> {
  if (effect === 'keep') return
  if (effect === 'grant') {
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
    // A job may run late, such as after the clock was moved.
    const endedAt = Math.min(work.now, subscription.current_period_end)
    if (effect === 'end') await endEntitlement(work, entitlement, endedAt)
    else await revokeEntitlement(work, entitlement)
  }
}

async function schedulePeriodEnd(work: Work, { id, status, current_period_end }: StoredSubscription): Promise<void> {
  const key = id.toString()
  if (status === SubscriptionStatus.INACTIVE) await work.cancel(periodEnds, key)
  else await work.schedule(periodEnds, key, current_period_end, { id })
}

/** Runs the job at the end of a period: renews the subscription, or ends a cancelled one. [SUB-4] */
export async function endPeriod(work: Work, { id }: { id: Snowflake }): Promise<void> {
  const subscription = await store.findSubscription(work, id)
  if (subscription && subscription.current_period_end <= work.now) await takeStep(work, subscription, 'period_over')
}

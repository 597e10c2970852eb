import { createHash } from 'node:crypto'
import type { Instant, Snowflake } from '@guildhall/protocol'
import { PLATFORM_TOPIC } from '../../../../kernel/event.ts'
import type { NodeLife } from '../../../../kernel/lease.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { giveUpTask, takeTask } from '../../node-tasks/index.ts'
import { pushQueued } from '../events.ts'
import { DEVICES_MAX, FAILURES_MAX, type PushDelivery, type PushNotice, type PushSubscription } from '../model.ts'
import { nextPush } from '../rules.ts'
import * as store from '../store.ts'

/** Task of the node that sends push messages. */
const TASK = 'push'

/** Stores a device of a session. Over the limit of a person, the oldest device is removed. */
export async function addDevice(
  work: Work,
  { userId, session, subscription }: { userId: Snowflake; session: string; subscription: PushSubscription },
): Promise<void> {
  await work.lock(`push-devices.${userId}`, () => store.listDevices(work, userId))
  const device = { id: work.nextId(), userId, session, hash: hashOf(subscription), subscription, now: work.now }
  await store.putDevice(work, device)
  const devices = await store.listDevices(work, userId)
  await store.deleteDevices(
    work,
    devices.slice(DEVICES_MAX).map(({ id }) => id),
  )
}

/** Removes a device of a person. An unknown one changes nothing. */
export async function removeDevice(work: Work, userId: Snowflake, subscription: PushSubscription): Promise<void> {
  await store.deleteDeviceByHash(work, userId, hashOf(subscription))
}

function hashOf({ endpoint, p256dh, auth }: PushSubscription): string {
  // A line break is in no address. Only the browser of the subscription knows all three.
  return createHash('sha256').update(`${endpoint}\n`).update(p256dh).update(auth).digest('base64url')
}

/** Removes the devices of a person who was suspended, or whose account is being deleted. */
export async function removeDevicesOf(work: Work, { id }: Pick<User, 'id'>): Promise<void> {
  await store.deleteDevicesOf(work, id)
}

/** Queues a notification for each device of a person. Nothing is sent before the commit. */
export async function queuePush(work: Work, { userId, payload, lifetimeMs }: PushNotice): Promise<void> {
  const expiresAt = work.now + lifetimeMs
  for (const deviceId of await store.listLiveDeviceIds(work, userId, work.now))
    await store.putMessage(work, { id: work.nextId(), deviceId, payload, now: work.now, expiresAt })
  work.emit(pushQueued, PLATFORM_TOPIC, null)
}

/** Stores that a push service accepted a message. */
export async function settlePush(work: Work, { id, deviceId }: PushDelivery): Promise<void> {
  await store.deleteMessage(work, id)
  await store.resetFailures(work, deviceId)
}

/** Removes a device that the push service does not know any more. */
export async function removeGoneDevice(work: Work, { deviceId }: PushDelivery): Promise<void> {
  await store.deleteDevices(work, [deviceId])
}

/**
 * Stores that an attempt has failed. Returns when the next one is due; null if the message is given up. A device that
 * has received none of many messages is removed.
 *
 * @param failure.isFinal whether the push service refused the message
 */
export async function postponePush(
  work: Work,
  { id, deviceId, expiresAt, ...delivery }: PushDelivery,
  { isFinal, retryAfter }: { isFinal: boolean; retryAfter: number | null },
): Promise<Instant | null> {
  const attempts = delivery.attempts + 1
  const dueAt = isFinal ? null : nextPush(attempts, { now: work.now, expiresAt, retryAfter })
  if (dueAt !== null) {
    await store.postponeMessage(work, id, { attempts, dueAt })
    return dueAt
  }
  await store.deleteMessage(work, id)
  if ((await store.countFailure(work, deviceId)) >= FAILURES_MAX) await store.deleteDevices(work, [deviceId])
  return null
}

/** Makes this process the only one that sends push messages. Returns whether it is. */
export function takePushes(work: Work, node: NodeLife | null): Promise<boolean> {
  return takeTask(work, TASK, node)
}

/** Removes messages that are of no use any more. */
export async function dropExpiredPushes(work: Work): Promise<void> {
  await store.deleteExpiredMessages(work, work.now)
}

/** Leaves the push messages to another node, and wakes all of them. */
export async function giveUpPushes(work: Work, node: NodeLife): Promise<void> {
  await giveUpTask(work, TASK, node)
  work.emit(pushQueued, PLATFORM_TOPIC, null)
}

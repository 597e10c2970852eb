import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Secrets } from '../../../kernel/store/secrets.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { PushDelivery, PushDevice, PushPayload, PushSubscription } from './model.ts'

const placeOf = (id: Snowflake) => `push_devices.subscription.${id}`

/** Inserts a device, or gives a known subscription to another session. */
export async function putDevice(
  session: StoreSession,
  device: {
    readonly id: Snowflake
    readonly userId: Snowflake
    readonly session: string
    readonly hash: string
    readonly subscription: PushSubscription
    readonly now: Instant
  },
): Promise<void> {
  const { id, subscription } = device
  const { endpoint, p256dh, auth } = subscription
  const text = JSON.stringify({ endpoint, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') })
  const insert = db.insertInto('push_devices').values({
    id,
    user_id: device.userId,
    session: device.session,
    subscription_hash: device.hash,
    subscription: session.secrets.seal(text, placeOf(id)),
    origin: new URL(endpoint).origin,
    failures: 0,
    created_at: device.now,
  })
  const known = { user_id: device.userId, session: device.session, failures: 0 }
  await session.run(insert.onConflict((conflict) => conflict.column('subscription_hash').doUpdateSet(known)))
}

/** Deletes a device of a person by the hash of its subscription. */
export async function deleteDeviceByHash(session: StoreSession, userId: Snowflake, hash: string): Promise<void> {
  await session.run(db.deleteFrom('push_devices').where('user_id', '=', userId).where('subscription_hash', '=', hash))
}

/** Deletes devices with the messages that wait for them. */
export async function deleteDevices(session: StoreSession, ids: readonly Snowflake[]): Promise<void> {
  if (ids.length > 0) await session.run(db.deleteFrom('push_devices').where('id', 'in', ids))
}

/** Deletes all devices of a person. */
export async function deleteDevicesOf(session: StoreSession, userId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('push_devices').where('user_id', '=', userId))
}

/** Lists the devices of a person, the newest first. */
export function listDevices(session: StoreSession, userId: Snowflake): Promise<PushDevice[]> {
  const own = db.selectFrom('push_devices').select(['id', 'origin', 'created_at']).where('user_id', '=', userId)
  return session.all(own.orderBy('id', 'desc'))
}

/** Lists the ids of a person's devices whose sessions have not expired. */
export async function listLiveDeviceIds(session: StoreSession, userId: Snowflake, now: Instant): Promise<Snowflake[]> {
  const live = db
    .selectFrom('push_devices as device')
    .innerJoin('tokens as token', 'token.hash', 'device.session')
    .select('device.id')
    .where('device.user_id', '=', userId)
    .where((row) => row.or([row('token.expires_at', 'is', null), row('token.expires_at', '>', now)]))
  return (await session.all(live)).map(({ id }) => id)
}

/** Returns those of some users who have a device. */
export async function listDeviceHolders(session: StoreSession, userIds: readonly Snowflake[]): Promise<Snowflake[]> {
  if (userIds.length === 0) return []
  const found = db
    .selectFrom('push_devices')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', [...userIds])
  return (await session.all(found)).map(({ user_id }) => user_id)
}

/** Lists members of a guild who have a device by ascending id, from `after` on. */
export async function listDeviceHoldersIn(
  session: StoreSession,
  guildId: Snowflake,
  { after, limit }: { after: Snowflake; limit: number },
): Promise<Snowflake[]> {
  const found = db
    .selectFrom('push_devices as device')
    .innerJoin('members as member', 'member.user_id', 'device.user_id')
    .select('device.user_id')
    .distinct()
    .where('member.guild_id', '=', guildId)
    .where('device.user_id', '>', after)
  return (await session.all(found.orderBy('device.user_id').limit(limit))).map(({ user_id }) => user_id)
}

/** Queues a message for a device. It replaces a waiting one with the same tag. */
export async function putMessage(
  session: StoreSession,
  message: {
    readonly id: Snowflake
    readonly deviceId: Snowflake
    readonly payload: PushPayload
    readonly now: Instant
    readonly expiresAt: Instant
  },
): Promise<void> {
  const { id, payload, now, expiresAt } = message
  const row = { id, payload: JSON.stringify(payload), due_at: now, expires_at: expiresAt, attempts: 0 }
  const insert = db.insertInto('push_messages').values({ device_id: message.deviceId, tag: payload.tag, ...row })
  await session.run(insert.onConflict((conflict) => conflict.columns(['device_id', 'tag']).doUpdateSet(row)))
}

/** Devices and origins of push services that get no further message now. */
interface Busy {
  readonly deviceIds: readonly Snowflake[]
  readonly origins: readonly string[]
}

/** Returns messages by the time at which they are due, at most one for each device. */
export async function listNextMessages(
  session: StoreSession,
  { deviceIds, origins }: Busy,
  { now, limit }: { now: Instant; limit: number },
): Promise<{ deliveries: PushDelivery[]; nextAt: Instant | null }> {
  let waiting = db
    .selectFrom('push_messages as message')
    .innerJoin('push_devices as device', 'device.id', 'message.device_id')
    .selectAll('message')
    .select(['device.subscription', 'device.origin'])
    .orderBy('message.due_at')
    .orderBy('message.id')
    .limit(limit)
  if (deviceIds.length > 0) waiting = waiting.where('message.device_id', 'not in', [...deviceIds])
  if (origins.length > 0) waiting = waiting.where('device.origin', 'not in', [...origins])
  const rows = await session.all(waiting)
  const due = rows.filter(({ due_at }) => due_at <= now)
  const first = [...new Map([...due].reverse().map((row) => [row.device_id, row])).values()].reverse()
  const deliveries = first.map((row) => ({
    id: row.id,
    deviceId: row.device_id,
    origin: row.origin,
    subscription: subscriptionOf(session.secrets.open(row.subscription, placeOf(row.device_id))),
    payload: JSON.parse(row.payload) as PushPayload,
    expiresAt: row.expires_at,
    attempts: row.attempts,
  }))
  return { deliveries, nextAt: rows.find(({ due_at }) => due_at > now)?.due_at ?? null }
}

function subscriptionOf(text: string): PushSubscription {
  const { endpoint, p256dh, auth } = JSON.parse(text) as { endpoint: string; p256dh: string; auth: string }
  return { endpoint, p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
}

/** Deletes a message that was sent or given up. */
export async function deleteMessage(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('push_messages').where('id', '=', id))
}

/** Stores when a message is sent again. */
export async function postponeMessage(
  session: StoreSession,
  id: Snowflake,
  { attempts, dueAt }: { attempts: number; dueAt: Instant },
): Promise<void> {
  await session.run(db.updateTable('push_messages').set({ attempts, due_at: dueAt }).where('id', '=', id))
}

/** Deletes messages that are of no use any more. */
export async function deleteExpiredMessages(session: StoreSession, now: Instant): Promise<void> {
  await session.run(db.deleteFrom('push_messages').where('expires_at', '<=', now))
}

/** Returns how many messages to a device were given up one after another, this one included. */
export async function countFailure(session: StoreSession, deviceId: Snowflake): Promise<number> {
  const device = db.updateTable('push_devices').where('id', '=', deviceId)
  await session.run(device.set((row) => ({ failures: row('failures', '+', 1) })))
  const found = db.selectFrom('push_devices').select('failures').where('id', '=', deviceId)
  return (await session.first(found))?.failures ?? 0
}

/** Stores that a device has received a message. */
export async function resetFailures(session: StoreSession, deviceId: Snowflake): Promise<void> {
  const failing = db.updateTable('push_devices').set({ failures: 0 }).where('id', '=', deviceId)
  await session.run(failing.where('failures', '>', 0))
}

/** Encrypts subscriptions under the key of the store, which may be another one than before. */
export async function resealDevices(session: StoreSession, from: Secrets): Promise<void> {
  for (const { id, subscription } of await session.all(db.selectFrom('push_devices').select(['id', 'subscription']))) {
    const sealed = session.secrets.seal(from.open(subscription, placeOf(id)), placeOf(id))
    await session.run(db.updateTable('push_devices').set({ subscription: sealed }).where('id', '=', id))
  }
}

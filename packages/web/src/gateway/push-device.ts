import { currentSubscription, pushState, subscribe } from '../lib/push.ts'
import { setWantsPush } from '../session/push-wish.ts'
import type { Client } from './client.ts'

const deviceOf = (subscription: PushSubscription) =>
  ({ provider: 'webpush', token: JSON.stringify(subscription) }) as const

/**
 * Asks for the permission, subscribes this browser, and registers it for the person. Returns whether the person gave
 * the permission.
 *
 * @throws DOMException if the browser cannot subscribe; ApiFailure if the platform refuses
 */
export async function startPush({ api, account }: Client): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { key } = await api.call('get_push_key')
  await api.call('create_device', { body: deviceOf(await subscribe(key)) })
  setWantsPush(account.userId, true)
  return true
}

/** Ends the notifications of this browser for the person. */
export async function stopPush({ api, account }: Client): Promise<void> {
  setWantsPush(account.userId, false)
  const subscription = await currentSubscription()
  if (!subscription) return
  await api.call('delete_device', { body: deviceOf(subscription) })
  await subscription.unsubscribe()
}

/**
 * Registers this browser again, if the person still gives the permission: the platform forgets it with each session
 * that ends.
 */
export async function keepPush(client: Client): Promise<void> {
  const state = await pushState()
  if (state === 'on' || (state === 'off' && Notification.permission === 'granted')) await startPush(client)
}

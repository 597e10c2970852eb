/** Web push as far as it is a matter of this browser. */

/** Reason for which a browser cannot have notifications, or whether it is subscribed. */
export type PushState = 'insecure' | 'unsupported' | 'denied' | 'off' | 'on'

const WORKER = '/service-worker.js'

/** Returns the state of this browser. */
export async function pushState(): Promise<PushState> {
  // Browsers hide what they need for it from pages without HTTPS.
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && (await currentSubscription()) ? 'on' : 'off'
}

/** Returns the subscription of this browser, if it has one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/**
 * Returns a subscription with the key of the platform. A former one with another key is replaced.
 *
 * @param key public key of the platform, base64url
 * @throws DOMException if the browser refuses, or its push service cannot be reached
 */
export async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER, { scope: '/' })
  const { pushManager } = await navigator.serviceWorker.ready
  const former = await pushManager.getSubscription()
  if (former && keyOf(former) === key) return former
  await former?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function keyOf({ options }: PushSubscription): string | null {
  const bytes = options.applicationServerKey
  if (!bytes) return null
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

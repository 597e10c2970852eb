/**
 * Shows push notifications, and opens what they are about. It handles no requests: the app is never served from a
 * cache.
 */
const PAGES_OF_THE_APP = /^\/(?:$|channels|guilds|settings|developers|admin|side-by-side)/

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = contentOf(event.data)
  const options = { body, tag, renotify: tag !== undefined, icon: '/favicon.svg', data: { url } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.url ?? '/'))
})

/** Returns the content of a message. A browser shows a notification for each, also for one that cannot be read. */
function contentOf(data) {
  const text = (value) => (typeof value === 'string' && value !== '' ? value : undefined)
  try {
    const { title, body, tag, url } = data.json()
    return { title: text(title) ?? 'Guildhall', body: text(body), tag: text(tag), url: pathOf(url) }
  } catch {
    return { title: 'Guildhall', url: '/' }
  }
}

/** Returns an address within the app; its start for any other. */
function pathOf(url) {
  const { origin, pathname } = new URL(String(url), self.location.origin)
  return origin === self.location.origin ? pathname : '/'
}

/** Shows an address in a window of the app, or in a new one. The window changes its page itself, and loads nothing. */
async function open(url) {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const windows = all.filter((one) => one.frameType === 'top-level' && PAGES_OF_THE_APP.test(new URL(one.url).pathname))
  const shown = windows.find((one) => one.visibilityState === 'visible') ?? windows[0]
  if (!shown) return self.clients.openWindow(url)
  shown.postMessage(url)
  return shown.focus()
}

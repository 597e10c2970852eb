/** Notifications in a browser: the switch in settings, what hinders it, and the service worker. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { PushService } from '../../server/test/support/push-service.ts'
import { assertSound, launchBrowser, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const world = {
  users: { ann: { password: 'correct horse' }, ben: { password: 'battery staple' } },
  guilds: { lab: { owner: 'ann', members: ['ben'], channels: { general: {} } } },
}
const SWITCH = 'Notify me on this device'

/**
 * Gives a page the subscription of a push service, which a browser without one cannot make. The headless browser also
 * refuses the permission, which a person would give.
 */
async function stubSubscription(page: Page, subscription: string): Promise<void> {
  await page.addInitScript((json: string) => {
    if (location.protocol === 'about:') return
    const { endpoint, keys } = JSON.parse(json)
    let permission = sessionStorage.getItem('test.permission') ?? 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      sessionStorage.setItem('test.permission', permission)
      return permission as NotificationPermission
    }
    const stored = () => sessionStorage.getItem('test.subscribed')
    const made = (key: string) => ({
      endpoint,
      options: {
        applicationServerKey: Uint8Array.from(
          atob(key.replaceAll('-', '+').replaceAll('_', '/')),
          (character) => character.codePointAt(0) ?? 0,
        ).buffer,
      },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        sessionStorage.removeItem('test.subscribed')
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      async getSubscription() {
        const key = stored()
        return key === null ? null : made(key)
      },
      async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
        sessionStorage.setItem('test.subscribed', key)
        return made(key)
      },
    })
  }, subscription)
}

describe('notifications', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let service: PushService
  before(async () => {
    ;[browser, platform, service] = await Promise.all([
      launchBrowser(),
      startPlatform({ world, rateLimits: 'off' }),
      PushService.start(),
    ])
  })
  after(async () => {
    await browser?.close()
    await Promise.all([platform?.close(), service?.close()])
  })
  const ann = () => api(platform.api, platform.world?.users.ann?.token ?? '')
  async function tellBen(content: string): Promise<void> {
    const dm = await ann().post<{ id: string }>('/users/@me/channels', { recipient_id: platform.world?.users.ben?.id })
    assert.equal((await ann().post(`/channels/${dm.body.id}/messages`, { content })).status, 200)
  }

  /** Sends ben messages until a device has one: the platform learns a moment later that its person has gone. */
  async function pushed(device: string, content: string) {
    for (let number = 0; number < 50; number += 1) {
      await tellBen(`${content} ${number}`)
      await pause(100)
      const first = service.received.find((push) => push.device === device)
      if (first) return first.payload
    }
    return assert.fail(`${device} got no notification`)
  }

  test('the switch subscribes the browser, which is notified once the app is closed, until it is off', async () => {
    const subscription = service.subscribe('ben')
    await using ben = await openPerson(browser, platform, { as: 'ben' })
    const { page } = ben
    await stubSubscription(page, subscription)
    await page.goto('/settings/notifications')
    const device = page.getByRole('switch', { name: SWITCH, exact: true })
    await device.check()
    await assertSound(ben)
    await page.reload()
    await page.locator('[role=switch]:checked').first().waitFor()
    assert.equal(await device.isChecked(), true)
    const text = page.getByRole('switch', { name: 'Show the text of messages', exact: true })
    assert.equal(await text.isChecked(), true)
    const saved = page.waitForResponse((response) => response.url().endsWith('/users/@me/settings') && response.ok())
    await text.uncheck()
    await saved
    await page.goto('about:blank')
    const push = await pushed('ben', 'a secret')
    assert.deepEqual([push.title, push.body], ['ann', ''])
    await page.goto('/settings/notifications')
    const removed = page.waitForResponse((response) => response.request().method() === 'DELETE' && response.ok())
    await device.uncheck()
    await removed
    assert.deepEqual(ben.problems, [])
  })

  test('an open window in which nobody does anything for five minutes keeps no notification back', async () => {
    const ben = api(platform.api, platform.world?.users.ben?.token ?? '')
    const device = { provider: 'webpush', token: service.subscribe('phone') }
    assert.equal((await ben.post('/users/@me/devices', device)).status, 204)
    assert.equal((await ben.patch('/users/@me/settings', { push_content: true })).status, 200)
    await using person = await openPerson(browser, platform, { as: 'ben' })
    const { page } = person
    await page.clock.install()
    await page.goto('/channels/@me')
    await page.getByRole('navigation', { name: 'Channels', exact: true }).waitFor()
    await tellBen('while it is used')
    await page.clock.runFor(301_000)
    assert.match((await pushed('phone', 'after it')).body, /^after it/)
    await ben.delete('/users/@me/devices', device)
    assert.deepEqual(person.problems, [])
  })

  test('a browser that blocks notifications, or cannot have them, says so and has no switch to press', async () => {
    await using ben = await openPerson(browser, platform, { as: 'ben' })
    const { page } = ben
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
    await page.goto('/settings/notifications')
    await page.getByText('This browser blocks notifications of this page.').waitFor()
    assert.equal(await page.getByRole('switch', { name: SWITCH, exact: true }).isDisabled(), true)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
    await page.reload()
    await page.getByText('This browser cannot receive notifications.').waitFor()
    await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { get: () => false }))
    await page.reload()
    await page.getByText('Notifications need HTTPS.').waitFor()
    assert.equal(await page.getByRole('switch', { name: SWITCH, exact: true }).isDisabled(), true)
    assert.deepEqual(ben.problems, [])
  })

  test('the worker is served for the whole origin, with a policy, and is asked for anew', async () => {
    const response = await fetch(`${platform.url}/service-worker.js`)
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/)
    assert.equal(response.headers.get('cache-control'), 'no-cache')
    assert.equal(response.headers.get('content-security-policy'), "default-src 'none'")
    assert.doesNotMatch(await response.text(), /addEventListener\('fetch'/)
  })

  test('a push shows a notification, and opening it changes the page of an open window', async () => {
    await using ben = await openPerson(browser, platform, { as: 'ben' })
    const { page } = ben
    await page.goto('/settings/notifications')
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/service-worker.js', { scope: '/' })
      await navigator.serviceWorker.ready
    })
    const { lab } = platform.world?.guilds ?? {}
    const url = `/channels/${lab?.id}/${lab?.channels.general?.id}`
    const session = await page.context().newCDPSession(page)
    const registrationId = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) resolve(first.registrationId)
      })
    })
    await session.send('ServiceWorker.enable')
    const [worker] = page.context().serviceWorkers()
    assert.ok(worker)
    await worker.evaluate(() => {
      const scope = globalThis as unknown as { registration: object; shown: unknown[] }
      scope.shown = []
      // The headless browser shows none.
      Object.assign(scope.registration, {
        showNotification: async (...given: unknown[]) => void scope.shown.push(given),
      })
    })
    const deliver = async (data: string) => {
      const at = { origin: platform.url, registrationId: await registrationId }
      await session.send('ServiceWorker.deliverPushMessage', { ...at, data })
    }
    const shown = (count: number) =>
      worker.evaluate(async (count) => {
        const scope = globalThis as unknown as { shown: unknown[] }
        while (scope.shown.length < count) await new Promise((resolve) => setTimeout(resolve, 10))
        return JSON.parse(JSON.stringify(scope.shown)) as unknown[]
      }, count)
    await deliver(JSON.stringify({ title: 'ann', body: 'Tea?', tag: 'channel-1', url }))
    const icon = '/favicon.svg'
    const options = { body: 'Tea?', tag: 'channel-1', renotify: true, icon, data: { url } }
    assert.deepEqual(await shown(1), [['ann', options]])
    await deliver(JSON.stringify({ title: 'eve', url: 'https://evil.example/channels/1' }))
    assert.deepEqual((await shown(2))[1], ['eve', { renotify: false, icon, data: { url: '/' } }])
    await deliver('no JSON')
    assert.deepEqual((await shown(3))[2], ['Guildhall', { renotify: false, icon, data: { url: '/' } }])
    await worker.evaluate(async (url) => {
      const notification = { data: { url }, close: () => undefined }
      const waits: Promise<unknown>[] = []
      const waitUntil = (task: Promise<unknown>) => waits.push(task)
      globalThis.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
      // A focus needs a click of a person, which a test does not have.
      await Promise.allSettled(waits)
    }, url)
    await page.getByRole('log', { name: 'Messages in general', exact: true }).waitFor()
    assert.equal(new URL(page.url()).pathname, url)
    assert.deepEqual(ben.problems, [])
  })
})

/** Parts of the app whose code is loaded when they are opened: at once, slowly, and not at all. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { launchBrowser, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const CHUNK = '**/assets/widget-section-*.js'

const world = {
  users: { alice: {} },
  guilds: { lab: { owner: 'alice', channels: { general: {} } } },
}

describe('parts that are loaded when they are opened', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
  })
  after(async () => {
    await browser?.close()
    await platform?.close()
  })

  async function openSettings() {
    const person = await openPerson(browser, platform, { size: 'desk', as: 'alice' })
    await person.page.goto(`/guilds/${platform.world?.guilds.lab?.id}/settings/overview`)
    await person.page.getByRole('region', { name: 'Overview', exact: true }).waitFor()
    return person
  }

  test('a part that loads slowly is announced as loading, and can be used once it is there', async () => {
    await using person = await openSettings()
    const { page } = person
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(CHUNK, async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('link', { name: 'Widget', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor()
    release()
    const region = page.getByRole('region', { name: 'Widget', exact: true })
    await region.getByRole('switch', { name: 'Enable the widget' }).check()
    assert.ok(await region.getByRole('switch', { name: 'Enable the widget' }).isChecked())
    assert.deepEqual(person.problems, [])
  })

  test('a part that cannot be loaded is reported on the page', async () => {
    await using person = await openSettings()
    const { page } = person
    await page.route(CHUNK, (route) => route.abort())
    await page.getByRole('link', { name: 'Widget', exact: true }).click()
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Widget', exact: true }).count(), 0)
  })

  test('a part whose styles cannot be loaded at first has them once they can be', async () => {
    await using person = await openSettings()
    const { page } = person
    const asked: string[] = []
    const refused = Promise.withResolvers<void>()
    await page.route('**/assets/audit-section-*.css', async (route) => {
      asked.push(route.request().url())
      if (asked.length > 2) return route.continue()
      await route.abort()
      if (asked.length === 2) refused.resolve()
    })
    await page.getByRole('link', { name: 'Audit log', exact: true }).click()
    await refused.promise
    await page.waitForFunction(
      (href) => [...document.styleSheets].some((sheet) => sheet.href === href && sheet.cssRules.length > 0),
      asked[0],
    )
    assert.equal(await page.locator('link[rel=stylesheet][href*="/audit-section-"]').count(), 1)
  })
})

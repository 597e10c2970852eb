/** Parts whose scripts are fetched after the first screen: they open at the first click, however late a script is. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { launchBrowser, openPerson, signIn } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const world = {
  users: { ann: { username: 'ann', password: 'correct horse' } },
  applications: {},
  guilds: { lab: { name: 'Lab', owner: 'ann', members: [], channels: { general: {} } } },
}

describe('scripts that are fetched later', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world })])
  })

  after(async () => {
    await browser.close()
    await platform.close()
  })

  test('a menu and a picker open at the first click while their scripts are on the way, and return the focus', async () => {
    await using person = await openPerson(browser, platform)
    const { page } = person
    const [request, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/\/assets\/(dropdown-parts|picker-panel|emoji-choices)-.*\.js$/, async (route) => {
      request.resolve()
      await arrival.promise
      await route.continue()
    })
    const { lab } = platform.world?.guilds ?? {}
    await page.goto(`/channels/${lab?.id}/${lab?.channels.general?.id}`)
    await signIn(page, world.users.ann)
    await page.getByRole('log').waitFor()
    const account = page.getByRole('region', { name: 'Your account' }).getByRole('button').first()
    const emoji = page.getByRole('button', { name: 'Emoji', exact: true })
    await account.focus()
    await page.keyboard.press('Enter')
    await request.promise
    assert.equal(await account.getAttribute('aria-expanded'), 'true')
    assert.equal(await page.getByRole('menu').count(), 0)
    arrival.resolve()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    assert.ok(await account.evaluate((button) => button === document.activeElement))
    await emoji.click()
    await page.getByRole('dialog', { name: 'Emoji' }).getByRole('searchbox').waitFor()
    assert.deepEqual(person.problems, [])
  })
})

/** Pages of the client and of OAuth2 in both themes: axe finds nothing serious, and the console stays empty. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { launchBrowser, openPerson, type Person, SIZES, seriousFaults, signIn } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const PASSWORD = 'correct horse'
const THEMES = ['light', 'dark'] as const

const world = {
  users: {
    alice: { password: PASSWORD, global_name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk' },
    bob: { password: PASSWORD, global_name: 'مرحبا بالجميع' },
  },
  applications: { ping: { name: 'Ping', owner: 'alice', bot: { username: 'ping' }, skus: { plan: {} } } },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob'],
      bots: { ping: { permissions: '8' } },
      roles: { crew: { name: 'crew', color: 0x00ff00, hoist: true } },
      channels: { general: { type: 0, topic: 'Anything' }, posts: { type: 15 }, lounge: { type: 2 } },
    },
  },
}

describe('the pages of the app', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let alice: Person

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    alice = await openPerson(browser, platform)
    await alice.page.goto('/')
    await signIn(alice.page, { username: 'alice', password: PASSWORD })
  })

  after(async () => {
    await browser?.close()
    await platform?.close()
  })

  /** Checks what a page shows now in both themes, and that it needs no scrolling sideways. */
  async function check(page: Page, part?: string): Promise<void> {
    const place = `${new URL(page.url()).pathname} ${part ?? ''}`
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      // The person wants less motion. A transition of every element would pass the colours on from frame to frame.
      const moving = await page.evaluate(async () => {
        await new Promise(requestAnimationFrame)
        return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
      })
      assert.equal(moving, 0, `${place}, ${theme}: transitions`)
      assert.deepEqual(await seriousFaults(page, part, { colours: theme === 'dark' }), [], `${place}, ${theme}`)
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${place} is too wide`)
    assert.deepEqual(alice.problems, [], place)
  }

  /** Opens an address and waits for its heading. */
  async function visit(path: string): Promise<void> {
    await alice.page.goto(path)
    await alice.page.getByRole('heading').first().waitFor()
    await alice.page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    await check(alice.page)
  }

  test('the sign-in form is at the address of each page, and the theme follows the device', async () => {
    await using person = await openPerson(browser, platform)
    const { page } = person
    for (const path of ['/channels/@me', '/developers', '/activate', '/oauth2/authorize?client_id=1', '/']) {
      await page.goto(path)
      await page.getByLabel('Password', { exact: true }).waitFor()
      assert.equal(new URL(page.url()).pathname, path.split('?')[0])
    }
    await check(page)
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await background()
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.notEqual(await background(), light)
  })

  test('channels, forums, direct messages and what floats above them', async () => {
    const { page } = alice
    const { lab } = platform.world?.guilds ?? {}
    for (const key of ['general', 'posts', 'lounge']) await visit(`/channels/${lab?.id}/${lab?.channels[key]?.id}`)
    await visit('/channels/@me')
    await visit('/channels/1/2')
    await page.goto(`/channels/${lab?.id}/${lab?.channels.general?.id}`)
    await page.getByRole('textbox', { name: 'Message #general' }).fill('hello')
    await page.keyboard.press('Enter')
    const article = page.getByRole('log').locator('article:not([aria-busy])', { hasText: 'hello' })
    await article.hover()
    await article.getByRole('button', { name: 'Add reaction' }).click()
    await page.getByRole('dialog', { name: 'Emoji' }).getByRole('button').first().waitFor()
    await check(page)
    await page.keyboard.press('Escape')
    await article.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await check(page, '[role=menu]')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).waitFor()
    await check(page, 'dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Members' }).click()
    await page.getByRole('complementary', { name: 'Members' }).getByText('Online', { exact: false }).first().waitFor()
    await check(page)
  })

  test('each page scrolls in one direction at 320 pixels, which a zoom of 400 % leaves of a desk', async () => {
    const { page } = alice
    const { guilds, applications } = platform.world ?? {}
    const [guild, application] = [guilds?.lab, applications?.ping?.id]
    const settings = ['overview', 'roles', 'audit-log', 'onboarding'].map(
      (path) => `/guilds/${guild?.id}/settings/${path}`,
    )
    const portal = ['general', 'bot', 'oauth2', 'install', 'emoji'].map(
      (path) => `/developers/applications/${application}/${path}`,
    )
    const consent = `/oauth2/authorize?client_id=${application}&scope=bot%20applications.commands&permissions=2048`
    const channel = `/channels/${guild?.id}/${guild?.channels.general?.id}`
    const others = ['/channels/@me', '/settings/profile', '/developers', '/activate', consent]
    const inspector = `/developers/inspector?panel=faults#key=${platform.control.key}`
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of [channel, ...others, ...settings, ...portal, inspector]) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await page.getByText('Loading…', { exact: true }).waitFor({ state: 'detached' })
      assert.deepEqual(await page.evaluate(wideParts), [], path)
    }
    await page.setViewportSize(SIZES.tablet)
  })

  test('consent, the code of a device and an invite that is not valid', async () => {
    const { ping } = platform.world?.applications ?? {}
    await visit(`/oauth2/authorize?client_id=${ping?.id}&scope=bot%20applications.commands&permissions=2048`)
    await visit('/oauth2/authorize?client_id=1&scope=identify')
    for (const path of ['/activate', '/invite/nowhere']) await visit(path)
  })
})

/** Returns the parts of a page that scroll to the side, and the controls that lie outside of the screen. */
function wideParts(): string[] {
  const nameOf = (part: Element) => `${part.tagName} ${part.className} ${part.textContent?.slice(0, 40)}`
  const parts = [...document.querySelectorAll('*')]
  const scrolls = (part: Element) => {
    const { overflowX, textOverflow } = getComputedStyle(part)
    const isShort = overflowX === 'visible' || textOverflow === 'ellipsis' || part.clientWidth <= 1
    return !isShort && part.matches(':not(input, pre)') && part.scrollWidth > part.clientWidth + 1
  }
  const isOutside = (part: Element) =>
    part.matches('a, button, input, select, textarea') && part.getBoundingClientRect().right > innerWidth + 1
  return parts.filter((part) => scrolls(part) || isOutside(part)).map(nameOf)
}

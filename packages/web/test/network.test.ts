/** The connection is lost while a person writes, and comes back; the server is killed and started again. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { spawnPlatform } from '../../server/test/support/platform.ts'
import { launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const PASSWORD = 'correct horse'
/** Attempts to connect while the server is away: the last ones have the longest pause between them. */
const ATTEMPTS = 5
/** Longest pause before an attempt in the first minute. */
const PAUSE_MAX_MS = 5_000

const world = {
  users: { alice: { password: PASSWORD }, bob: { password: PASSWORD } },
  applications: {},
  guilds: { lab: { owner: 'alice', members: ['bob'], channels: { general: { type: 0 }, random: { type: 0 } } } },
}

type Platform = Awaited<ReturnType<typeof spawnPlatform>>

const box = (page: Page) => page.getByRole('textbox', { name: 'Message #general' })
const articles = (page: Page, text: string) => page.getByRole('log').getByRole('article').filter({ hasText: text })
const bar = (page: Page) => page.getByText('No connection. Trying again…')
const boxIsFocused = (page: Page) => box(page).evaluate((element) => element === document.activeElement)

describe('the network of the app', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let data: string
  let platform: Platform
  let alice: Person

  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'guildhall-network-'))
    ;[browser, platform] = await Promise.all([launchBrowser(), spawnPlatform({ data, world, rateLimits: 'off' })])
    alice = await openPerson(browser, platform, { as: 'alice' })
    // The pauses between attempts to connect are moved by the page's clock.
    await alice.page.clock.install()
    const { lab } = platform.world.guilds
    await alice.page.goto(`/channels/${lab?.id}/${lab?.channels.general?.id}`)
    await box(alice.page).waitFor()
  })

  after(async () => {
    await browser?.close()
    await platform?.kill()
    await rm(data, { recursive: true, force: true })
  })

  const asBob = (content: string) => {
    const { general } = platform.world.guilds.lab?.channels ?? {}
    return api(platform.api, platform.world.users.bob?.token ?? '').post(`/channels/${general?.id}/messages`, {
      content,
    })
  }

  test('without a network the box keeps its text and focus, and the message is sent later, once', async () => {
    const { page, context } = alice
    await box(page).pressSequentially('begun before')
    await context.setOffline(true)
    await bar(page).waitFor()
    await box(page).pressSequentially(' and ended after')
    assert.equal(await boxIsFocused(page), true)
    assert.equal(await box(page).inputValue(), 'begun before and ended after')
    await page.keyboard.press('Enter')
    await articles(page, 'begun before and ended after').waitFor()
    assert.equal(await box(page).inputValue(), '')
    await box(page).pressSequentially('the next thought')
    await asBob('while you were away')
    await context.setOffline(false)
    await bar(page).waitFor({ state: 'detached' })
    await articles(page, 'while you were away').waitFor()
    await page.locator('article:not([aria-busy])', { hasText: 'begun before and ended after' }).waitFor()
    assert.equal(await articles(page, 'begun before and ended after').count(), 1)
    assert.equal(await boxIsFocused(page), true)
    assert.equal(await box(page).inputValue(), 'the next thought')
  })

  test('a draft is kept for each channel, and is stored soon enough to survive a reload', async () => {
    const { page } = alice
    await box(page).fill('half a thought')
    await page.reload()
    await box(page).waitFor()
    assert.equal(await box(page).inputValue(), 'half a thought')
    await page.getByRole('link', { name: /^random/ }).click()
    assert.equal(await page.getByRole('textbox', { name: 'Message #random' }).inputValue(), '')
    await page.getByRole('link', { name: /^general/ }).click()
    assert.equal(await box(page).inputValue(), 'half a thought')
  })

  test('the app works on after a restart of the server, to which it connects by itself', async () => {
    const { page } = alice
    const port = Number(new URL(platform.url).port)
    await box(page).fill('')
    await platform.kill()
    await bar(page).waitFor()
    await box(page).pressSequentially('sent to nobody yet')
    await page.keyboard.press('Enter')
    await articles(page, 'sent to nobody yet').waitFor()
    assert.equal(await boxIsFocused(page), true)
    for (let n = 0; n < ATTEMPTS; n += 1) {
      const attempt = page.waitForEvent('websocket')
      await page.clock.fastForward(PAUSE_MAX_MS)
      await attempt
    }
    platform = await spawnPlatform({ port, data, rateLimits: 'off' })
    await page.clock.fastForward(PAUSE_MAX_MS)
    await bar(page).waitFor({ state: 'detached' })
    await page.locator('article:not([aria-busy])', { hasText: 'sent to nobody yet' }).waitFor()
    assert.equal(await articles(page, 'sent to nobody yet').count(), 1)
    await page.getByRole('link', { name: /^random/ }).click()
    await page.getByRole('log', { name: 'Messages in random' }).waitFor()
    assert.deepEqual(alice.problems, [])
  })
})

/** Sign-in in a browser: by the form, in the demo world with one press, and what the first view transfers. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { onlyOneNode } from '../../server/test/support/only-one-node.ts'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, signIn } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const ONE_NODE = onlyOneNode('the demo world signs people in at the address of its process')

const world = {
  users: {
    ann: { username: 'ann', global_name: 'Ann Display', password: 'correct horse' },
    ben: { username: 'ben', password: 'battery staple' },
  },
  applications: {},
  guilds: { lab: { name: 'Lab', owner: 'ann', members: ['ben'], channels: { general: {} } } },
}
/** Budget of script, as transferred, until a channel's log is shown. Later scripts must not come before it. */
const FIRST_VIEW_BYTES = 200_000

type Platform = Awaited<ReturnType<typeof startPlatform>>

/** Returns the bytes of script that a page has requested before a channel's log was shown, as sent over the network. */
async function countScript(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=log]')) return
      performance.mark('log shown')
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  return () =>
    page.evaluate(() => {
      const end = performance.getEntriesByName('log shown')[0]?.startTime ?? Number.POSITIVE_INFINITY
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return resources
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < end)
        .reduce((bytes, { transferSize }) => bytes + transferSize, 0)
    })
}

describe('sign-in', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Platform
  let demo: Platform

  before(async () => {
    ;[browser, platform, demo] = await Promise.all([launchBrowser(), startPlatform({ world }), startPlatform()])
  })

  after(async () => {
    await browser.close()
    await Promise.all([platform.close(), demo.close()])
  })

  test('the form is shown at the address of a channel and goes on there, within the budget of the first view', async () => {
    await using person = await openPerson(browser, platform)
    const { page } = person
    const scriptBytes = await countScript(page)
    const { lab } = platform.world?.guilds ?? {}
    const address = `/channels/${lab?.id}/${lab?.channels.general?.id}`
    await page.goto(address)
    assert.equal(await page.getByRole('button', { name: /^Continue as/ }).count(), 0)
    await signIn(page, world.users.ann)
    await page.getByRole('log', { name: 'Messages in general', exact: true }).waitFor()
    assert.equal(new URL(page.url()).pathname, address)
    const bytes = await scriptBytes()
    assert.ok(bytes > 100_000 && bytes < FIRST_VIEW_BYTES, `${bytes} bytes of script`)
    await page.reload()
    await page.getByRole('log', { name: 'Messages in general', exact: true }).waitFor()
    assert.deepEqual(person.problems, [])
  })

  test('a wrong password is an alert, and nobody is signed in', async () => {
    await using person = await openPerson(browser, platform)
    const { page } = person
    await page.goto('/')
    await page.getByLabel('Username', { exact: true }).fill('ann')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0)
    await assertSound(person)
  })

  test('the demo world offers its people by username, and one press signs in', ONE_NODE, async () => {
    await using person = await openPerson(browser, demo)
    const { page } = person
    await page.goto('/')
    await page.getByRole('button', { name: 'Continue as bob', exact: true }).waitFor()
    const names = await page.getByRole('button', { name: /^Continue as/ }).allTextContents()
    assert.deepEqual(names.sort(), ['Continue as alice', 'Continue as bob', 'Continue as carol'])
    await assertSound(person)
    await page.getByRole('button', { name: 'Continue as bob', exact: true }).click()
    await page.getByRole('link', { name: /^Workshop/ }).waitFor()
    assert.deepEqual(person.problems, [])
  })

  test('the next person of a window finds nothing of what the former one was writing', async () => {
    await using person = await openPerson(browser, platform)
    const { page } = person
    const { lab } = platform.world?.guilds ?? {}
    const log = page.getByRole('log', { name: 'Messages in general', exact: true })
    await page.goto(`/channels/${lab?.id}/${lab?.channels.general?.id}`)
    await signIn(page, world.users.ann)
    await log.waitFor()
    const box = page.getByRole('textbox', { name: 'Message #general' })
    await box.fill('a question')
    await box.press('Enter')
    const message = log.getByRole('article').filter({ hasText: 'a question' })
    await message.hover()
    await message.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.getByText('Replying to').waitFor()
    await message.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('region', { name: 'Your account' }).getByRole('button').first().click()
    await page.getByRole('menuitem', { name: 'Add another person' }).click()
    await signIn(page, world.users.ben)
    await message.waitFor()
    await box.waitFor()
    assert.equal(await page.getByText('Replying to').count(), 0)
    assert.equal(await log.getByRole('textbox').count(), 0)
    assert.deepEqual(person.problems, [])
  })
})

/** People make guilds, channels, threads and friends in the app. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { RawGateway } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person, signIn } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const world = {
  users: { alice: { password: 'correct horse' }, bob: { password: 'battery staple' } },
  applications: { chess: { name: 'Chess', owner: 'bob' } },
  guilds: {},
}

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

describe('people in the app', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let alice: Person
  let bob: Person

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world })])
    ;[alice, bob] = await Promise.all([openPerson(browser, platform), openPerson(browser, platform)])
    await Promise.all([alice.page.goto('/'), bob.page.goto('/')])
    await signIn(alice.page, { username: 'alice', password: 'correct horse' })
    await signIn(bob.page, { username: 'bob', password: 'battery staple' })
  })

  after(async () => {
    await browser?.close()
    await platform?.close()
  })

  test('a person creates a guild and a channel, and invites another, who joins by the link', async () => {
    const { page } = alice
    await page.getByRole('button', { name: 'Add a guild' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Lab')
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    await box(page, 'Message #general').waitFor()
    await page.getByRole('button', { name: 'Guild menu' }).click()
    await page.getByRole('menuitem', { name: 'Create channel' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('plans')
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    await box(page, 'Message #plans').waitFor()
    await page.getByRole('button', { name: 'Guild menu' }).click()
    await page.getByRole('menuitem', { name: 'Invite people' }).click()
    const link = await page.getByRole('textbox', { name: 'Invite link' }).inputValue()
    await page.getByRole('button', { name: 'Close' }).click()
    await bob.page.goto(link)
    await bob.page.getByRole('button', { name: 'Join Lab' }).click()
    await bob.page.getByRole('link', { name: /^general/ }).click()
    await box(bob.page, 'Message #general').waitFor()
    await bob.page.getByRole('link', { name: /^plans/ }).click()
    await box(bob.page, 'Message #plans').waitFor()
  })

  test('a thread is started from a message and is listed below its channel', async () => {
    await box(alice.page, 'Message #plans').fill('the plan')
    await box(alice.page, 'Message #plans').press('Enter')
    const message = alice.page.getByRole('log').getByRole('article').filter({ hasText: 'the plan' })
    await message.hover()
    await message.getByRole('button', { name: 'More' }).click()
    await alice.page.getByRole('menuitem', { name: 'Create thread' }).click()
    await alice.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('details')
    await alice.page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    await box(alice.page, 'Message #details').waitFor()
    await alice.page.getByRole('log', { name: 'Messages in details' }).waitFor()
    await alice.page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'details' }).waitFor()
    await assertSound(alice)
  })

  test('two people become friends and write to each other directly', async () => {
    await alice.page.getByRole('link', { name: 'Direct messages' }).click()
    await alice.page.getByRole('textbox', { name: 'Add a friend by username' }).fill('bob')
    await alice.page.getByRole('button', { name: 'Send request' }).click()
    await bob.page.getByRole('link', { name: 'Direct messages' }).click()
    await bob.page.getByRole('button', { name: 'Accept alice' }).click()
    await alice.page.getByRole('button', { name: 'Profile of bob' }).click()
    await alice.page.getByRole('dialog').getByRole('button', { name: 'Message', exact: true }).click()
    await box(alice.page, 'Message @bob').fill('hello friend')
    await box(alice.page, 'Message @bob').press('Enter')
    await bob.page
      .getByRole('navigation', { name: 'Channels' })
      .getByRole('link', { name: /^alice/ })
      .click()
    const log = bob.page.getByRole('log', { name: 'Messages in @alice' })
    await log.getByRole('article').filter({ hasText: 'hello friend' }).waitFor()
    await assertSound(bob)
    await bob.page.goBack()
    assert.match(bob.page.url(), /\/channels\/@me$/)
    await assertSound(bob)
  })

  test('a person asks to join the game of a friend from their profile', async () => {
    await using game = await RawGateway.connect(platform.gateway)
    await game.identify({ token: platform.world?.users.bob?.token ?? '' })
    const application_id = platform.world?.applications.chess?.id
    const activity = { name: 'Chess', type: 0, application_id, party: { id: 'p' }, secrets: { join: 'sesame' } }
    game.send(3, { status: 'online', activities: [activity], since: null, afk: false })
    await alice.page.goto('/channels/@me')
    await alice.page.getByRole('button', { name: 'Profile of bob' }).click()
    await alice.page.getByRole('dialog').getByRole('button', { name: 'Ask to join' }).click()
    const { d } = await game.next<{ activity: object }>('MESSAGE_CREATE')
    assert.deepEqual(d.activity, { type: 5, party_id: 'p', session_id: game.sessionId })
    await alice.page.getByRole('dialog').getByRole('status').getByText('Request sent').waitFor()
    await assertSound(alice)
    await alice.page.getByRole('dialog').getByRole('button', { name: 'Message', exact: true }).click()
    await alice.page.getByRole('log').getByText('Request to join Chess').waitFor()
  })

  test('on a phone the navigation is folded, opened by its button and folded again', async () => {
    await using phone = await openPerson(browser, platform, { size: 'phone', theme: 'dark' })
    await phone.page.goto('/')
    await signIn(phone.page, { username: 'alice', password: 'correct horse' })
    await phone.page.getByRole('button', { name: 'Open navigation' }).click()
    await phone.page.getByRole('link', { name: 'Lab' }).click()
    await box(phone.page, 'Message #plans').waitFor()
    await phone.page.getByRole('button', { name: 'Open navigation' }).click()
    await phone.page.getByRole('link', { name: /^general/ }).click()
    await box(phone.page, 'Message #general').waitFor()
    assert.equal(await phone.page.getByRole('navigation', { name: 'Channels' }).isVisible(), false)
    await assertSound(phone)
  })
})

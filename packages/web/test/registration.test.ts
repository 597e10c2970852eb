/** Pages for people who are not signed in: they register, confirm an address, and choose a new password. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { MailServer } from '../../server/test/support/mail-server.ts'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const PASSWORD = 'correct horse battery'
const start = (settings: Record<string, unknown>) => startPlatform({ world: { users: { ann: {} } }, settings })
type Platform = Awaited<ReturnType<typeof start>>

const box = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const atHome = (page: Page) => page.waitForURL(/\/channels\/@me/)

describe('registration in the app', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let mail: MailServer
  let platform: Platform
  const operator = () => api(platform.api, `Bearer ${platform.control.key}`)
  const change = async (settings: object) => {
    const { status } = await operator().patch('/admin/settings', settings)
    assert.equal(status, 200)
  }

  before(async () => {
    ;[browser, mail] = await Promise.all([launchBrowser(), MailServer.start()])
    platform = await start({ smtp_url: mail.url, mail_from: 'hall@chat.example' })
  })

  after(async () => {
    await browser?.close()
    await platform?.close()
    await mail?.leave()
  })

  async function fill(page: Page, fields: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(fields)) await box(page, name).fill(value)
  }

  test('a closed platform says so, and its sign-in offers no account', async () => {
    await using person = await openPerson(browser, platform)
    const { page } = person
    await page.goto('/')
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Create an account' }).count(), 0)
    await page.goto('/register')
    await status(page, 'Nobody can register here').waitFor()
    await assertSound(person)
  })

  test('a stranger registers by the link on the sign-in, with work and terms, and is in the app', async () => {
    await change({ registration: 'open', registration_email: 'none', terms_url: 'https://chat.example/terms' })
    await using person = await openPerson(browser, platform)
    const { page } = person
    await page.goto('/')
    await follow(page, 'Create an account')
    await page.getByRole('button', { name: 'Create account', exact: true }).waitFor()
    await fill(page, { Username: 'two  words', 'Display name': 'Nova Nine', Password: PASSWORD })
    assert.equal(await box(page, 'E-mail').count(), 0)
    await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
    await assertSound(person)
    await press(page, 'Create account')
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    assert.equal(await box(page, 'Username').getAttribute('aria-invalid'), 'true')
    await box(page, 'Username').fill('nova')
    await press(page, 'Create account')
    await atHome(page)
    await page.getByRole('region', { name: 'Your account' }).getByText('Nova Nine').waitFor()
    await change({ terms_url: null, registration_challenge: false })
  })

  test('an address is confirmed by the mailed link, and signs in; a used link is an alert', async () => {
    await change({ registration_email: 'verified' })
    await using person = await openPerson(browser, platform)
    const { page } = person
    await page.goto('/register')
    await fill(page, { Username: 'vera', 'E-mail': 'vera@example.com', Password: PASSWORD })
    await press(page, 'Create account')
    await status(page, 'Check your e-mail').waitFor()
    await assertSound(person)
    const token = await mail.tokenFor('vera@example.com')
    await page.goto(`/verify#token=${token}`)
    await atHome(page)
    await using second = await openPerson(browser, platform)
    await second.page.goto(`/verify#token=${token}`)
    await second.page.getByRole('alert').waitFor()
    assert.equal(new URL(second.page.url()).hash, '')
    await assertSound(second)
    await follow(second.page, 'Ask for a new link')
    await box(second.page, 'Username or e-mail').waitFor()
  })

  test('a lost password is replaced by the mailed link', async () => {
    await using person = await openPerson(browser, platform)
    const { page } = person
    await page.goto('/')
    await follow(page, 'Forgot your password?')
    await box(page, 'Username or e-mail').fill('vera@example.com')
    await press(page, 'Send link')
    await status(page, 'a link is on its way').waitFor()
    await assertSound(person)
    await page.goto(`/reset#token=${await mail.tokenFor('vera@example.com', 2)}`)
    await box(page, 'New password').fill('password1')
    await press(page, 'Set password')
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    await assertSound(person)
    await box(page, 'New password').fill('quite another one')
    await press(page, 'Set password')
    await atHome(page)
    await using second = await openPerson(browser, platform)
    await second.page.goto('/')
    await fill(second.page, { Username: 'vera@example.com', Password: 'quite another one' })
    await press(second.page, 'Sign in')
    await second.page.getByRole('region', { name: 'Your account' }).getByText('vera').first().waitFor()
    await second.page.goto('/settings/account')
    const address = second.page.getByRole('region', { name: 'E-mail', exact: true })
    await address.getByText('vera@example.com').waitFor()
    await address.getByLabel('New e-mail address').fill('vera@new.example')
    await address.getByLabel('Password', { exact: true }).fill('wrong')
    await press(second.page, 'Change address')
    await address.getByText('Password does not match').waitFor()
    await assertSound({ ...second, problems: [] })
    await address.getByLabel('Password', { exact: true }).fill('quite another one')
    await press(second.page, 'Change address')
    await status(second.page, 'vera@new.example').waitFor()
    await page.goto(`/verify#token=${await mail.tokenFor('vera@new.example')}`)
    await address.getByText('vera@new.example', { exact: true }).waitFor()
  })

  test('an invite opens its own page; without one, or undecided, the page says what is missing', async () => {
    await change({ registration: 'invite', registration_email: 'none' })
    const invite = await operator().post<{ url: string }>('/admin/invites', { uses: 1 })
    await using person = await openPerson(browser, platform)
    const { page } = person
    await page.goto('/register')
    await status(page, 'You need an invite').waitFor()
    await page.goto(invite.body.url)
    await fill(page, { Username: 'ivan', Password: PASSWORD })
    await press(page, 'Create account')
    await atHome(page)
    await change({ registration: 'approval' })
    await using second = await openPerson(browser, platform)
    await second.page.goto('/register')
    await fill(second.page, { Username: 'wanda', Password: PASSWORD })
    await press(second.page, 'Create account')
    await status(second.page, 'An operator will decide').waitFor()
    await follow(second.page, 'Sign in')
    await fill(second.page, { Username: 'wanda', Password: PASSWORD })
    await press(second.page, 'Sign in')
    await second.page.getByRole('alert').filter({ hasText: 'An operator will decide' }).waitFor()
  })
})

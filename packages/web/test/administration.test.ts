/** The pages of operators: people, registrations, invites, mail, settings and the log. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { MailServer } from '../../server/test/support/mail-server.ts'
import { startPlatform } from '../../server/test/support/platform.ts'
import { codeOf } from '../../server/test/support/totp.ts'
import { assertSound, launchBrowser, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const PASSWORD = 'correct horse battery'
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const start = (settings: Record<string, unknown> = {}, data?: string) =>
  startPlatform({
    world: { users: { olga: { password: PASSWORD }, ann: {}, ben: {} } },
    settings,
    ...(data !== undefined && { data }),
  })
type Platform = Awaited<ReturnType<typeof start>>

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, table: string, text: string | RegExp) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text })
const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true }).click()

describe('administration', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let mail: MailServer
  let platform: Platform
  let operatorKey: string | null = null
  const key = (on: Platform = platform) =>
    api(on.api, `Bearer ${(on === platform ? operatorKey : null) ?? on.control.key}`)

  before(async () => {
    ;[browser, mail] = await Promise.all([launchBrowser(), MailServer.start()])
    platform = await start({ operator_second_factor: false })
    await key().patch(`/admin/users/${platform.olga.id}`, { role: 'owner' })
  })
  after(async () => {
    await browser?.close()
    await platform?.close()
    await mail?.leave()
  })

  const openOlga = async (section: string) => {
    const person = await openPerson(browser, platform, { size: 'desk', as: 'olga' })
    await person.page.goto(`/admin/${section}`)
    return person
  }

  test('people are searched; one is suspended, let in by a link, and given a role', async () => {
    await using person = await openOlga('people')
    const { page } = person
    await row(page, 'People', 'ann').waitFor()
    await page.getByRole('searchbox', { name: 'Search people', exact: true }).fill('be')
    await row(page, 'People', 'ann').waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('an')
    await button(page, 'ann').click()
    const ann = dialog(page, 'ann')
    await ann.getByRole('button', { name: 'Suspend', exact: true }).click()
    await assertSound(person)
    await page.getByRole('button', { name: 'Suspend', exact: true }).last().click()
    await ann.getByRole('button', { name: 'Unsuspend', exact: true }).waitFor()
    assert.equal((await api(platform.api, platform.ann.token).get('/users/@me')).status, 401)
    await ann.getByRole('button', { name: 'Unsuspend', exact: true }).click()
    await ann.getByRole('button', { name: 'One-time link', exact: true }).click()
    const link = ann.getByRole('textbox', { name: 'Link, for 24 hours and once' })
    assert.match(await link.inputValue(), /\/sign-in#token=/)
    await ann.getByRole('textbox', { name: 'Note', exact: true }).fill('Asked twice')
    await ann.getByRole('button', { name: 'Save', exact: true }).click()
    await ann.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await ann.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Moderator')
    await row(page, 'People', 'ann').filter({ hasText: 'Moderator' }).waitFor()
    await ann.getByRole('button', { name: 'Close', exact: true }).click()
    await assertSound(person)
  })

  test('the settings open registration; who registers is approved or rejected', async () => {
    await using person = await openOlga('settings')
    const { page } = person
    await page.getByRole('combobox', { name: 'Registration', exact: true }).selectOption({ value: 'approval' })
    await page.getByRole('switch', { name: 'Browsers of strangers prove work' }).uncheck()
    await page.getByLabel('Registrations in an hour').fill('0')
    await button(page, 'Save changes').click()
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    await page.getByLabel('Registrations in an hour').fill('50')
    await button(page, 'Save changes').click()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    const disabled = page.getByRole('switch', { name: 'Operators prove a second factor' })
    assert.ok(await disabled.isDisabled())
    await assertSound(person)
    await button(page, 'Add a provider').click()
    const added = dialog(page, 'Add a provider')
    for (const [label, text] of Object.entries({
      Name: 'School',
      'Short name in addresses': 'school',
      Issuer: 'https://id.school.example?query',
      'Client ID': 'hall',
      'Client secret': 'a secret',
      'Roles of operators by group': 'staff = moderator',
    }))
      await added.getByLabel(label, { exact: true }).fill(text)
    await added.getByRole('button', { name: 'Save', exact: true }).click()
    await added.getByRole('alert').filter({ hasText: 'An issuer is an address without a query' }).waitFor()
    await assertSound({ ...person, problems: [] })
    await added.getByLabel('Issuer', { exact: true }).fill('https://id.school.example')
    await added.getByRole('button', { name: 'Save', exact: true }).click()
    const providers = page.getByRole('list', { name: 'Sign-in providers', exact: true })
    await providers.getByRole('button', { name: 'Edit', exact: true }).click()
    const school = dialog(page, 'School')
    await school.getByText('It is set. A new value replaces it.').waitFor()
    await school.getByLabel('Name', { exact: true }).fill('Our school')
    await school.getByRole('button', { name: 'Save', exact: true }).click()
    await providers.getByText('Our school').waitFor()
    const { body } = await key().get<{ settings: { sso: object[] } }>('/admin/settings')
    assert.partialDeepStrictEqual(body.settings.sso, [
      { id: 'school', name: 'Our school', client_secret: true, register: 'approval', roles: { staff: 'moderator' } },
    ])
    await providers.getByRole('button', { name: 'Remove', exact: true }).click()
    await providers.waitFor({ state: 'detached' })
    await button(page, 'Replace key').click()
    const asked = page.getByRole('dialog', { name: "Operator's key" })
    await asked.getByRole('button', { name: 'Replace key', exact: true }).click()
    operatorKey = await page.getByRole('textbox', { name: 'New key, shown once' }).inputValue()
    assert.equal((await key().get('/admin/log?action=key')).status, 200)
    for (const username of ['nova', 'rex'])
      assert.equal((await api(platform.api).post('/auth/register', { username, password: PASSWORD })).status, 202)
    await go(page, 'Registrations')
    await row(page, 'Registrations', 'nova').getByRole('button', { name: 'Approve', exact: true }).click()
    await row(page, 'Registrations', 'nova').waitFor({ state: 'detached' })
    await row(page, 'Registrations', 'rex').getByRole('button', { name: 'Reject', exact: true }).click()
    await dialog(page, 'rex').getByRole('button', { name: 'Reject', exact: true }).click()
    await row(page, 'Registrations', 'rex').waitFor({ state: 'detached' })
    const login = await api(platform.api).post('/auth/login', { login: 'nova', password: PASSWORD })
    assert.equal(login.status, 200)
    await go(page, 'Log')
    await row(page, 'Log', /olga.*approve.*nova/).waitFor()
    await row(page, 'Log', 'registrations_per_hour: 100 → 50').waitFor()
    await assertSound(person)
  })

  test('an invite is made and ended; the mail server answers in its own words', async () => {
    await key().patch('/admin/settings', { smtp_url: mail.url, mail_from: 'hall@chat.example' })
    await using person = await openOlga('invites')
    const { page } = person
    await button(page, 'New invite').click()
    await dialog(page, 'New invite').getByLabel('Uses', { exact: true }).fill('3')
    await dialog(page, 'New invite').getByRole('button', { name: 'Create', exact: true }).click()
    const invite = row(page, 'Invites', '0 of 3')
    assert.match(await invite.getByRole('textbox').inputValue(), /\/register\/[\w-]+/)
    await assertSound(person)
    await invite.getByRole('button', { name: 'Delete', exact: true }).click()
    await invite.waitFor({ state: 'detached' })
    await go(page, 'Mail')
    await row(page, 'Mail', 'None').waitFor()
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('olga@example.com')
    await button(page, 'Send test mail').click()
    await mail.mailsTo('olga@example.com')
    await page.getByRole('status').filter({ hasText: '250' }).waitFor()
    await assertSound(person)
  })

  test('an owner has a backup made, sees it and downloads it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-web-backups-'))
    const own = await start({ operator_second_factor: false }, folder)
    await key(own).patch(`/admin/users/${own.olga.id}`, { role: 'owner' })
    await using person = await openPerson(browser, own, { size: 'desk', as: 'olga' })
    const { page } = person
    await page.goto('/admin/backups')
    await page.getByText('There are no backups.').waitFor()
    await button(page, 'Back up now').click()
    await page.getByRole('status').filter({ hasText: 'The backup is made.' }).waitFor()
    const downloading = page.waitForEvent('download')
    await row(page, 'Backups', 'guildhall-').getByRole('button', { name: 'Download', exact: true }).click()
    const download = await downloading
    const { body } = await key(own).get<{ name: string; bytes: number }[]>('/admin/backups')
    assert.deepEqual(
      [download.suggestedFilename(), (await stat(await download.path())).size],
      [body[0]?.name, body[0]?.bytes],
    )
    await go(page, 'Log')
    await row(page, 'Log', `downloaded: null → "${body[0]?.name}"`).waitFor()
    await assertSound(person)
    await own.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function fillName(page: Page) {
    await page.goto('/admin/settings')
    await page.getByLabel('Name of the platform').fill('Hall of Olga')
    await button(page, 'Save changes').click()
  }

  test('the overview has the numbers of the platform, and what needs attention', async () => {
    await using person = await openOlga('')
    const { page } = person
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
    await page.getByText('Nothing needs your attention.').waitFor()
    await page.getByText('Active people').waitFor()
    await assertSound(person)
    await key().patch('/admin/settings', { passwords: false })
    await page.reload()
    await row(page, 'Findings', 'Passwords are off').waitFor()
    await key().patch('/admin/settings', { passwords: true })
  })

  test('the page Storage shows the sizes by kind', async () => {
    await using person = await openOlga('storage')
    await row(person.page, 'Storage', 'Attachments').waitFor()
    await row(person.page, 'Storage', 'Growth in a day').waitFor()
    await assertSound(person)
  })

  test('a guild is found and deleted', async () => {
    const made = await api(platform.api, platform.ann.token).post<{ id: string }>('/guilds', { name: 'Spam Hall' })
    await using person = await openOlga('guilds')
    const { page } = person
    await page.getByRole('searchbox', { name: 'Search guilds', exact: true }).fill('spam')
    await row(page, 'Guilds', 'Spam Hall').getByRole('button', { name: 'Delete', exact: true }).click()
    await assertSound(person)
    await dialog(page, 'Spam Hall').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('There are no guilds.').waitFor()
    assert.equal((await api(platform.api, platform.ann.token).get(`/guilds/${made.body.id}`)).status, 404)
  })

  test('the administration is hidden from other people, and an operator proves a second factor first', async () => {
    await using strict = await start()
    await key(strict).patch(`/admin/users/${strict.olga.id}`, { role: 'owner' })
    await using other = await openPerson(browser, strict, { as: 'ben' })
    await other.page.goto('/admin')
    await other.page.getByRole('alert').filter({ hasText: 'for operators' }).waitFor()
    assert.equal(await other.page.getByRole('navigation').count(), 0)
    await using person = await openPerson(browser, strict, { size: 'desk', as: 'olga' })
    const { page } = person
    await page.goto('/admin')
    await page.getByRole('status').filter({ hasText: 'Operators need a second factor' }).waitFor()
    await assertSound({ ...person, problems: [] })
    await page.getByRole('link', { name: 'Set it up', exact: true }).click()
    await button(page, 'Set up an authenticator app').waitFor()
    // Another session sets it up, so that this one has not proven it.
    const login = await api(strict.api).post<{ token: string }>('/auth/login', { login: 'olga', password: PASSWORD })
    const enabled = await api(strict.api, login.body.token).post('/users/@me/mfa/totp/enable', {
      password: PASSWORD,
      secret: SECRET,
      code: await codeOf(SECRET, -1),
    })
    assert.equal(enabled.status, 200)
    const { token } = enabled.body as { token: string }
    await using proven = await openPerson(browser, strict, { size: 'desk' })
    const account = { userId: strict.olga.id, username: 'olga', token }
    await proven.context.addInitScript((account) => {
      localStorage.setItem('guildhall.accounts', JSON.stringify([account]))
      localStorage.setItem('guildhall.last-account', account.userId)
    }, account)
    await fillName(proven.page)
    const confirm = dialog(proven.page, 'Confirm it is you')
    await confirm.getByRole('textbox', { name: 'Two-factor code', exact: true }).fill(await codeOf(SECRET))
    await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
    await proven.page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    const facts = await api(strict.api).get<{ name: string }>('/auth/registration')
    assert.equal(facts.body.name, 'Hall of Olga')
  })
})

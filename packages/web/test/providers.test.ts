/** People sign in by the operator's identity providers, in a browser. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import type { Browser } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { type SignInProvider, startProvider } from '../../server/test/support/sign-in-provider.ts'
import { codeOf } from '../../server/test/support/totp.ts'
import { assertSound, launchBrowser, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

interface Listed {
  readonly username: string
  readonly state: string
}

const PASSWORD = 'correct horse battery'

describe('sign-in by a provider', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let provider: SignInProvider
  before(async () => {
    ;[browser, provider] = await Promise.all([launchBrowser(), startProvider()])
  })
  after(async () => {
    await browser?.close()
    await provider?.[Symbol.asyncDispose]()
  })
  const start = (entry: object = {}, settings: object = {}) =>
    startPlatform({
      world: { users: { ann: { password: PASSWORD } }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } },
      settings: { sso: [{ ...provider.entry, ...entry }], ...settings },
    })

  test('a new person continues with the provider and is in the app', async () => {
    await using platform = await start()
    await using person = await openPerson(browser, platform, { size: 'desk' })
    const { page } = person
    provider.person = { subject: 'ada', claims: { preferred_username: 'ada', name: 'Ada King' } }
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Continue with School', exact: true })
    await button.waitFor()
    await assertSound(person)
    await button.click()
    await page.getByText('Ada King', { exact: true }).waitFor()
    assert.ok(!page.url().includes('code='))
    const people = await api(platform.api, `Bearer ${platform.control.key}`).get<{ username: string }[]>('/admin/users')
    assert.ok(people.body.some(({ username }) => username === 'ada'))
    // There is no password to ask for.
    await page.goto('/settings/account')
    await page.getByRole('button', { name: 'Set password', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const app = page.getByRole('dialog', { name: 'Authenticator app', exact: true })
    const secret = await app.getByRole('textbox', { name: 'Secret', exact: true }).inputValue()
    assert.equal(await app.getByLabel('Password', { exact: true }).count(), 0)
    await app.getByRole('textbox', { name: 'Code', exact: true }).fill(await codeOf(secret))
    await app.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('dialog', { name: 'Backup codes' }).waitFor()
  })

  test('without passwords the form has no password field; a faulty token and a refusal are explained', async () => {
    await using platform = await start({ register: 'approval' }, { passwords: false })
    await using person = await openPerson(browser, platform, { size: 'phone' })
    const { page } = person
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Continue with School', exact: true })
    await button.waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Password' }).count(), 0)
    provider.person = { subject: 'eve', spoiled: { claims: { nonce: 'guessed' } } }
    await button.click()
    await page.getByRole('alert').filter({ hasText: 'The answer of the provider is faulty' }).waitFor()
    await assertSound(person)
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    provider.person = { subject: 'eve', claims: { preferred_username: 'eve' } }
    await button.click()
    await page.getByRole('status').filter({ hasText: 'An operator will decide' }).waitFor()
  })

  test('a person asks for their data, deletes the account, and keeps it at the next sign-in', async () => {
    await using platform = await start()
    await using person = await openPerson(browser, platform, { size: 'phone' })
    const { page } = person
    provider.person = { subject: 'lea', claims: { preferred_username: 'lea', name: 'Lea Ver' } }
    const provided = page.getByRole('button', { name: 'Continue with School', exact: true })
    await page.goto('/')
    await provided.click()
    await page.getByText('Lea Ver', { exact: true }).first().waitFor({ state: 'attached' })
    await page.goto('/settings/account')
    await page.getByRole('button', { name: 'Request my data', exact: true }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data', exact: true }).click()
    assert.equal((await downloading).suggestedFilename(), 'my-data.zip')
    await page.getByRole('button', { name: 'Delete account', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Delete account', exact: true })
    await assertSound(person)
    await asked.getByRole('button', { name: 'Delete account', exact: true }).click()
    await page.goto('/')
    await provided.click()
    const keep = page.getByRole('button', { name: 'Keep my account', exact: true })
    await keep.waitFor()
    const state = async () => {
      const people = await api(platform.api, `Bearer ${platform.control.key}`).get<Listed[]>('/admin/users?query=lea')
      return people.body.find(({ username }) => username === 'lea')?.state
    }
    assert.equal(await state(), 'deleting')
    await keep.click()
    await page.getByText('Lea Ver', { exact: true }).first().waitFor({ state: 'attached' })
    assert.equal(await state(), 'active')
  })

  test('a person links the provider in the settings, and unlinks it', async () => {
    await using platform = await start()
    await using person = await openPerson(browser, platform, { size: 'desk', as: 'ann' })
    const { page } = person
    provider.person = { subject: 'ann', claims: { preferred_username: 'ann at school' } }
    await page.goto('/settings/account')
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByText('School: ann at school').waitFor()
    await assertSound(person)
    await page.getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByRole('button', { name: 'Link', exact: true }).waitFor()
  })
})

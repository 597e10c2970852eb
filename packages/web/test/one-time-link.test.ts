/** The page of a one-time link: the first sign-in of a person whom an operator added. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import type { Browser } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const start = () => startPlatform({ world: { users: { ann: {} } } })

describe('one-time link', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof start>>

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), start()])
  })

  after(async () => {
    await browser.close()
    await platform.close()
  })

  const operator = () => api(platform.api, `Bearer ${platform.control.key}`)

  test('a new person chooses a password, and is signed in; the link works once and leaves no trace', async () => {
    const made = await operator().post<{ url: string }>('/admin/users', { username: 'nova' })
    await using person = await openPerson(browser, platform)
    const { page } = person
    await page.goto(made.body.url)
    const password = page.getByRole('textbox', { name: 'New password', exact: true })
    await password.waitFor()
    assert.equal(new URL(page.url()).hash, '')
    await assertSound(person)
    await password.fill('a long password')
    await page.getByRole('button', { name: 'Set password', exact: true }).click()
    await page.waitForURL(/\/channels\/@me/)
    await using second = await openPerson(browser, platform)
    await second.page.goto(made.body.url)
    await second.page.getByRole('alert').filter({ hasText: 'not valid any more' }).waitFor()
    await assertSound(second)
    await second.page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await second.page.getByRole('textbox', { name: 'Username', exact: true }).fill('nova')
    await second.page.getByLabel('Password', { exact: true }).fill('a long password')
    await second.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await second.page.waitForURL(/\/channels\/@me/)
  })

  test('a person with a password is signed in at once', async () => {
    const link = await operator().post<{ url: string }>(`/admin/users/${platform.ann.id}/link`)
    await using person = await openPerson(browser, platform)
    await person.page.goto(link.body.url)
    await person.page.waitForURL(/\/channels\/@me/)
  })
})

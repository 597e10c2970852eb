/** People report what they see, and operators decide on the page Reports, turn raid mode on, and block words. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const world = {
  users: { olga: {}, ann: {}, ben: {} },
  guilds: { lab: { owner: 'olga', members: ['ann', 'ben'], channels: { general: {} } } },
}
const start = () => startPlatform({ world, settings: { operator_second_factor: false } })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('moderation of the instance', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof start>>
  const general = () => `/channels/${platform.lab.general.id}/messages`
  const operator = () => api(platform.api, `Bearer ${platform.control.key}`)

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), start()])
    await operator().patch(`/admin/users/${platform.olga.id}`, { role: 'owner' })
  })
  after(async () => {
    await browser?.close()
    await platform?.close()
  })

  test('a person reports a message, a profile and a guild from their menus', async () => {
    await platform.ben.api.post(general(), { content: 'buy my coins' })
    await using person = await openPerson(browser, platform, { size: 'desk', as: 'ann' })
    const { page } = person
    await page.goto(`/channels/${platform.lab.id}/${platform.lab.general.id}`)
    const message = page.getByRole('article').filter({ hasText: 'buy my coins' })
    await message.hover()
    await message.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report', exact: true }).click()
    const report = dialog(page, 'Report')
    const reasons = report.getByRole('radiogroup', { name: 'Reason', exact: true })
    await reasons.getByRole('radio', { name: 'Spam or scam' }).check()
    await report.getByRole('textbox', { name: 'Details', exact: true }).fill('again and again')
    await assertSound(person)
    await report.getByRole('button', { name: 'Send report', exact: true }).click()
    await report.getByRole('status').filter({ hasText: 'Thank you' }).waitFor()
    await report.getByRole('button', { name: 'Done', exact: true }).click()

    await message.getByRole('button', { name: 'ben', exact: true }).first().click()
    await dialog(page, 'ben').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report', exact: true }).click()
    await report.getByRole('radio', { name: 'Impersonation' }).check()
    await report.getByRole('button', { name: 'Send report', exact: true }).click()
    await report.getByRole('button', { name: 'Done', exact: true }).click()

    await page.getByRole('button', { name: 'Guild menu' }).click()
    await page.getByRole('menuitem', { name: 'Report', exact: true }).click()
    await report.getByRole('radio', { name: 'Something else' }).check()
    await report.getByRole('button', { name: 'Send report', exact: true }).click()
    await report.getByRole('button', { name: 'Done', exact: true }).click()
    const reports = await operator().get<{ kind: string }[]>('/admin/reports')
    assert.deepEqual(
      reports.body.map(({ kind }) => kind),
      ['message', 'user', 'guild'],
    )
  })

  test('an operator removes a message by its evidence, blocks a word, and turns raid mode on and off', async () => {
    await using person = await openPerson(browser, platform, { size: 'desk', as: 'olga' })
    const { page } = person
    await page.goto('/admin/reports')
    const rows = page.getByRole('table', { name: 'Reports', exact: true }).getByRole('row')
    await rows.filter({ hasText: 'Message' }).getByRole('button').click()
    const opened = dialog(page, 'Message')
    await opened.getByRole('article').filter({ hasText: 'buy my coins' }).waitFor()
    await opened.getByText('again and again').waitFor()
    await assertSound(person)
    await opened.getByRole('button', { name: 'Remove message', exact: true }).click()
    await dialog(page, 'Remove message').getByRole('button', { name: 'Remove message', exact: true }).click()
    await opened.getByRole('status').filter({ hasText: 'Message removed' }).waitFor()
    await opened.getByRole('button', { name: 'Close', exact: true }).click()
    await rows.filter({ hasText: 'Message' }).waitFor({ state: 'detached' })
    await rows.filter({ hasText: 'Guild' }).getByRole('button').click()
    await dialog(page, 'Guild').getByRole('button', { name: 'Dismiss', exact: true }).click()
    await dialog(page, 'Guild').getByRole('status').filter({ hasText: 'Dismissed' }).waitFor()
    await dialog(page, 'Guild').getByRole('button', { name: 'Close', exact: true }).click()
    assert.deepEqual((await platform.ann.api.get(general())).body, [])

    await button(page, 'New block').click()
    await dialog(page, 'New block').getByRole('textbox', { name: 'Value', exact: true }).fill('Coins')
    await dialog(page, 'New block').getByRole('button', { name: 'Create', exact: true }).click()
    await page
      .getByRole('table', { name: 'Blocks', exact: true })
      .getByRole('row')
      .filter({ hasText: 'coins' })
      .waitFor()
    assert.equal((await platform.ben.api.post(general(), { content: 'coins!' })).code, 200_000)

    const go = (name: string) =>
      page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true }).click()
    await go('Overview')
    await button(page, 'Raid mode').click()
    await dialog(page, 'Raid mode').getByRole('button', { name: 'Raid mode', exact: true }).click()
    const bar = page.getByRole('status').filter({ hasText: 'Raid mode is on until' })
    await bar.waitFor()
    await go('Invites')
    await bar.waitFor()
    await assertSound(person)
    await bar.getByRole('button', { name: 'Turn off', exact: true }).click()
    await bar.waitFor({ state: 'detached' })
    assert.equal((await operator().get<{ raid: object | null }>('/admin/overview')).body.raid, null)
  })
})

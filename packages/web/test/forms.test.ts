/** Forms send only what a person changed, and do not let changes be lost by leaving. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const ADMINISTRATOR = '8'
const world = {
  users: { alice: {}, bob: {} },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob'],
      roles: {
        boss: { name: 'boss', permissions: ADMINISTRATOR, members: ['bob'] },
        crew: { name: 'crew', permissions: '0' },
      },
      channels: { general: { type: 0 } },
    },
  },
}

describe('forms', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let [alice, bob]: Person[] = []
  let guildId: string
  let roleId: string

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off' })])
    const guild = platform.world?.guilds.lab
    guildId = guild?.id ?? ''
    roleId = guild?.roles.crew?.id ?? ''
    ;[alice, bob] = await Promise.all(['alice', 'bob'].map((as) => openPerson(browser, platform, { as })))
  })

  after(async () => {
    await browser?.close()
    await platform?.close()
  })

  const people = () => {
    assert.ok(alice && bob)
    return [alice, bob] as const
  }
  const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })
  const flag = (page: Page, label: string) => page.getByRole('switch', { name: label, exact: true })
  const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click()
  const save = async (page: Page) => {
    await press(page, 'Save')
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved/ })
      .waitFor()
  }
  const openRole = async (page: Page) => {
    await page.goto(`/guilds/${guildId}/settings/roles/${roleId}`)
    await name(page).waitFor()
  }

  test('two people who edit one role at once keep the changes of each other, also of its permissions', async () => {
    const [{ page: first }, { page: second }] = people()
    await Promise.all([openRole(first), openRole(second)])
    await name(first).fill('stars')
    await flag(first, 'Kick Members').check()
    await flag(second, 'Show members separately').check()
    await flag(second, 'Ban Members').check()
    await save(first)
    // The other form follows, and keeps what is not saved yet.
    await second.getByRole('heading', { name: 'stars' }).waitFor()
    assert.equal(await name(second).inputValue(), 'stars')
    assert.ok(await flag(second, 'Kick Members').isChecked())
    assert.ok(await flag(second, 'Show members separately').isChecked())
    await save(second)
    await openRole(first)
    assert.equal(await name(first).inputValue(), 'stars')
    for (const label of ['Kick Members', 'Ban Members', 'Show members separately'])
      assert.ok(await flag(first, label).isChecked(), label)
    assert.ok(!(await flag(first, 'Manage Guild').isChecked()))
  })

  test('leaving a page with unsaved changes asks, and goes on only when the person says so', async () => {
    const [alice] = people()
    const { page } = alice
    await openRole(page)
    await name(page).fill('comets')
    await page.getByText('You have unsaved changes.').waitFor()
    const link = page.getByRole('navigation').getByRole('link', { name: 'Emoji', exact: true })
    await link.click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.waitFor()
    await assertSound(alice)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await name(page).inputValue(), 'comets')
    assert.match(page.url(), /\/settings\/roles\//)

    await link.click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(/\/settings\/emoji$/)
    await page.goBack()
    await page.getByRole('heading', { name: 'stars' }).waitFor()
    assert.equal(await name(page).inputValue(), 'stars')
  })

  test('closing the tab asks while there are changes, and not after they were discarded', async () => {
    const { page } = people()[0]
    await openRole(page)
    await name(page).fill('comets')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await asked
    assert.equal(question.type(), 'beforeunload')
    await question.dismiss()
    await press(page, 'Discard changes')
    assert.equal(await name(page).inputValue(), 'stars')
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
  })

  test('closing a dialog with unsaved changes asks', async () => {
    const { page } = people()[1]
    await page.goto(`/guilds/${guildId}/settings/webhooks`)
    await press(page, 'Create webhook')
    const dialog = page.getByRole('dialog', { name: 'Create webhook' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Captain')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    assert.equal(await dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'Captain')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('the nickname of a member is kept until it is saved, and asks no more from then on', async () => {
    const { page } = people()[1]
    await page.goto(`/guilds/${guildId}/settings/members`)
    await press(page, 'Manage bob')
    const dialog = page.getByRole('dialog', { name: /^Manage / })
    const nickname = dialog.getByRole('textbox', { name: 'Nickname' })
    await nickname.fill('Captain')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await nickname.inputValue(), 'Captain')
    await dialog.getByRole('button', { name: 'Save nickname' }).click()
    await dialog.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
    assert.equal(await nickname.inputValue(), 'Captain')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await question.count(), 0)
  })

  test('a refused field shows its error once and takes the focus', async () => {
    const { page } = people()[1]
    await page.goto('/settings/profile')
    const username = page.getByRole('textbox', { name: 'Username' })
    await username.fill('alice')
    await press(page, 'Save')
    const fault = page.getByRole('alert')
    await fault.first().waitFor()
    assert.equal(await fault.count(), 1)
    assert.equal(await username.getAttribute('aria-invalid'), 'true')
    assert.ok(await username.evaluate((field) => field === document.activeElement))
  })
})

/** Second factors in the app: an authenticator app with backup codes, a passkey, and what asks for them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { codeOf } from '../../server/test/support/totp.ts'
import { assertSound, launchBrowser, openPerson, type Person, signIn } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const PASSWORD = 'correct horse'
const start = () =>
  startPlatform({
    world: {
      users: { ann: { password: PASSWORD }, ben: { password: PASSWORD } },
      guilds: { lab: { owner: 'ann', channels: { general: {} } } },
    },
  })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const atHome = (page: Page) => page.getByRole('region', { name: 'Your account' }).waitFor()

describe('second factors in the app', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof start>>

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), start()])
  })
  after(async () => {
    await browser?.close()
    await platform?.close()
  })

  /** Sets up an authenticator app. Returns its secret and the backup codes. */
  async function setUpApp(person: Person): Promise<{ secret: string; codes: string[] }> {
    const { page } = person
    await page.goto('/settings/account')
    await press(page, 'Set up an authenticator app')
    const app = dialog(page, 'Authenticator app')
    await app.getByRole('img', { name: 'Picture of the code' }).waitFor()
    const secret = await app.getByRole('textbox', { name: 'Secret', exact: true }).inputValue()
    assert.match(secret, /^[A-Z2-7]{32}$/)
    await app.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await app.getByRole('textbox', { name: 'Code', exact: true }).fill('000000')
    await app.getByRole('button', { name: 'Turn on' }).click()
    await app.getByRole('alert').filter({ hasText: 'Invalid two-factor code' }).waitFor()
    await assertSound({ ...person, problems: [] })
    await app.getByRole('textbox', { name: 'Code', exact: true }).fill(await codeOf(secret, -1))
    await app.getByRole('button', { name: 'Turn on' }).click()
    const shown = dialog(page, 'Backup codes')
    await shown.waitFor()
    const codes = await shown.getByRole('listitem').allInnerTexts()
    assert.equal(codes.length, 10)
    await shown.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Turn off', exact: true }).waitFor()
    return { secret, codes }
  }

  test('an app is set up and asked for at sign-in and before what is grave; a backup code replaces it', async () => {
    await using person = await openPerson(browser, platform, { size: 'desk', as: 'ann' })
    const { page } = person
    const { secret, codes } = await setUpApp(person)
    await using second = await openPerson(browser, platform)
    await second.page.goto('/')
    await second.page.getByLabel('Username', { exact: true }).fill('ann')
    await second.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await press(second.page, 'Sign in')
    const box = second.page.getByRole('textbox', { name: 'Two-factor code', exact: true })
    await box.fill('000000')
    await press(second.page, 'Verify')
    await second.page.getByRole('alert').filter({ hasText: 'Invalid two-factor code' }).waitFor()
    await assertSound({ ...second, problems: [] })
    await press(second.page, 'Use a backup code')
    await box.fill(codes[0] ?? '')
    await press(second.page, 'Verify')
    await atHome(second.page)

    await press(page, 'Turn off')
    const confirm = dialog(page, 'Confirm it is you')
    await confirm.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Two factor is required' }).waitFor()
    await press(page, 'Turn off')
    await assertSound({ ...person, problems: [] })
    await confirm.getByRole('textbox', { name: 'Two-factor code', exact: true }).fill(await codeOf(secret))
    await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByRole('button', { name: 'Set up an authenticator app', exact: true }).waitFor()
  })

  test('a passkey is added, signs in without a password, and is deleted again', async () => {
    const place = { ...platform, url: platform.url.replace('127.0.0.1', 'localhost') }
    await using person = await openPerson(browser, place)
    const { page, context } = person
    const session = await context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto('/settings/account')
    await signIn(page, { username: 'ben', password: PASSWORD })
    await press(page, 'Add a passkey')
    await dialog(page, 'Add a passkey').getByRole('textbox', { name: 'Name', exact: true }).fill('This laptop')
    await dialog(page, 'Add a passkey').getByRole('button', { name: 'Add', exact: true }).click()
    await dialog(page, 'Backup codes').getByRole('button', { name: 'Done' }).click()
    const passkeys = page.getByRole('list', { name: 'Passkeys', exact: true })
    await passkeys.getByText('This laptop').waitFor()
    await assertSound(person)
    await page.evaluate(() => localStorage.clear())
    await page.goto('/')
    await press(page, 'Sign in with a passkey')
    await atHome(page)
    await page.goto('/settings/account')
    await passkeys.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog(page, 'Confirm it is you').getByRole('button', { name: 'Use a passkey', exact: true }).click()
    await passkeys.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('button', { name: 'Set up an authenticator app' }).count(), 1)
  })
})

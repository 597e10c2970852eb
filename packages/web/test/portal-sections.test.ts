/** An owner sets up what belongs to commands, activities and games, and sees previews and the server's errors. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ApplicationCommandObject, WidgetConfigObject } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person, signIn } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { PNG } from './support/picture.ts'

const ALICE = { username: 'alice', password: 'correct horse' }
const world = {
  users: { alice: { password: ALICE.password } },
  applications: {
    quiz: { name: 'Quiz', owner: 'alice', bot: {}, redirect_uris: ['https://quiz.example/callback'] },
  },
  guilds: {},
}
const COMMAND = {
  name: 'ask',
  name_localizations: { de: 'frage' },
  description: 'Asks a question',
  default_member_permissions: '8192',
  contexts: [0],
  options: [{ type: 3, name: 'text', description: 'The question', required: true, max_length: 80 }],
}

const DAY_MS = 24 * 60 * 60 * 1000

describe('sections of the portal', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let alice: Person
  let page: Page

  before(async () => {
    const date = Date.parse('2026-11-15T12:00:00Z')
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world, rateLimits: 'off', date })])
    alice = await openPerson(browser, platform, { size: 'desk', theme: 'dark' })
    page = alice.page
    await bot().post(`${path()}/commands`, COMMAND)
    await page.goto(`/developers${path()}/commands`)
    await signIn(page, ALICE)
  })

  after(async () => {
    await browser?.close()
    await platform?.close()
  })

  const quiz = () => platform.world?.applications.quiz ?? assert.fail()
  const path = () => `/applications/${quiz().id}`
  const owner = () => api(platform.api, platform.world?.users.alice?.token)
  const bot = () => api(platform.api, `Bot ${quiz().bot?.token}`)
  const open = (section: string) => page.getByRole('link', { name: section, exact: true }).click()
  const press = (name: string, within = page.getByRole('main')) =>
    within.getByRole('button', { name, exact: true }).click()
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const preview = () => page.getByRole('complementary', { name: 'Preview' })
  const saved = (text: string | RegExp = 'Saved') => page.getByRole('status').filter({ hasText: text }).waitFor()

  test('a command is shown with options, permissions and languages, and deleted', async () => {
    await page.getByText('text, required, up to 80 characters').waitFor()
    await page.getByText('Manage Messages').waitFor()
    await preview().getByText('/ask').waitFor()
    await preview().getByRole('combobox', { name: 'Language' }).selectOption('de')
    await preview().getByText('/frage').waitFor()
    await assertSound(alice)
    await press('Delete /ask')
    await page.getByRole('dialog', { name: 'Delete /ask?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No command yet').waitFor()
    assert.deepEqual((await owner().get<ApplicationCommandObject[]>(`${path()}/commands`)).body, [])
  })

  test('[AUT-17] an approval of privileged intents is asked for and shown', async () => {
    await open('Bot')
    await page.getByText('This bot has 1 user.').or(page.getByText('This bot has 0 users.')).waitFor()
    await press('Ask for an approval')
    await page.getByRole('checkbox', { name: 'Server members intent' }).check()
    await field('Reason').fill('It welcomes members.')
    await press('Send request')
    await page.getByRole('status').filter({ hasText: 'You asked for an approval' }).waitFor()
    const operator = api(platform.api, `Bearer ${platform.control.key}`)
    await operator.put(`/admin${path()}/approvals`, { intents: ['GUILD_MEMBERS'] })
    await page.reload()
    await page.getByText('Approved by the operator.').waitFor()
    assert.ok(await page.getByRole('switch', { name: 'Server members intent' }).isDisabled())
    await assertSound(alice)
  })

  test('install and sign-in links are previewed as consent pages', async () => {
    await open('Installation')
    await page.getByRole('checkbox', { name: 'Add the bot as a member' }).check()
    await page.getByText('Permissions of the bot (').click()
    await page.getByRole('checkbox', { name: 'Send Messages', exact: true }).check()
    await preview().getByText('Permissions of the bot: Send Messages').waitFor()
    await press('Save')
    await saved()
    await open('OAuth2')
    await page.getByRole('checkbox', { name: /^email / }).check()
    await preview().getByText('Read your email address').waitFor()
    const link = new URL(await field('Authorization link').inputValue())
    assert.equal(link.searchParams.get('scope'), 'identify email')
    await assertSound(alice)
    await page.goto(link.href)
    await page.getByRole('heading', { name: 'Authorize Quiz' }).waitFor()
    await page.goBack()
  })

  test('an SKU is created, granted for a test, consumed and taken back', async () => {
    await open('Monetization')
    await field('Name of the SKU').fill('Hint')
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Consumable')
    await press('Create SKU')
    await press('Grant')
    await page.getByText('Of you', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Consume / }).click()
    await page.getByText('Of you, consumed').waitFor()
    await page.getByRole('button', { name: /^Delete / }).click()
    await page.getByText('Nobody has an entitlement yet.').waitFor()
    await assertSound(alice)
  })

  test('URL mappings are refused at their fields, and make the application an activity', async () => {
    await open('Activities')
    await field('Host of the page (prefix /)').fill('https://quiz.example')
    await press('Add mapping')
    await field('Prefix 1').fill('/api')
    await field('Target 1').fill('api.quiz.example/index.html')
    await page.getByRole('region', { name: 'URL mappings' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be without a scheme.').waitFor()
    await page.getByText('Must be a folder, not a file.').waitFor()
    assert.equal(await field('Target 1').getAttribute('aria-invalid'), 'true')
    await field('Host of the page (prefix /)').fill('quiz.example')
    await field('Target 1').fill('api.quiz.example/v1')
    await page.getByRole('region', { name: 'URL mappings' }).getByRole('button', { name: 'Save' }).click()
    await saved()
    const { body } = await owner().get<{ url_map: unknown }>(`${path()}/proxy-config`)
    assert.deepEqual(body.url_map, [
      { prefix: '/api', target: 'api.quiz.example/v1' },
      { prefix: '/', target: 'quiz.example' },
    ])
    await page.getByRole('combobox', { name: 'Orientation on phones' }).selectOption('Landscape')
    await page.getByRole('region', { name: 'Activity settings' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: 'Activity settings' }).getByRole('status').waitFor()
    const config = await owner().get(`${path()}/embedded-activity-config`)
    assert.equal(config.body.default_orientation_lock_state, 3)
    await assertSound(alice)
  })

  test('a custom link is made, changed and deleted', async () => {
    await open('Activities')
    await press('New link')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Level 3')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Description' }).fill('Beat my score')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Custom id' }).fill('level-3')
    await page
      .getByRole('dialog')
      .getByLabel('Picture')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const address = await field('Link Level 3').inputValue()
    const linkId = new URL(address).searchParams.get('link_id')
    const link = (await owner().get(`${path()}/quick-links/${linkId}`)).body
    assert.deepEqual([link.title, link.custom_id], ['Level 3', 'level-3'])
    assert.match(String(link.asset_path), /^quick-links\/\d+\/\w+$/)
    await press('Edit Level 3')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Level 4')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await assertSound(alice)
    await press('Delete Level 4')
    await page.getByText('No link yet.').waitFor()
  })

  test('[AUT-7] [STA-1] terms are accepted, the game is claimed, and its widget is previewed and published', async () => {
    assert.equal(await page.getByRole('link', { name: 'Widget', exact: true }).count(), 0)
    await open('Social SDK')
    await press('Accept terms')
    await press('Claim as a game')
    await page.getByRole('button', { name: 'Claimed' }).waitFor()
    await assertSound(alice)
    await open('Widget')
    await field('Name of the new widget').fill('Ranks')
    await press('Create draft')
    const top = page.getByRole('group', { name: 'Top' })
    await top.getByRole('combobox', { name: 'Title', exact: true }).selectOption('A statistic that is text')
    await top.getByLabel('Title: statistic').fill('rank_name')
    await field('Title: fallback').fill('Unranked')
    await preview().getByText('Gold II').waitFor()
    await preview().getByRole('textbox', { name: 'rank_name' }).fill('')
    await preview().getByText('Unranked').waitFor()
    await top.getByRole('combobox', { name: 'Picture' }).selectOption('An image of the game')
    await top.getByRole('textbox', { name: 'Picture: image key' }).fill('no such key!')
    await press('Publish')
    await top.getByRole('alert').waitFor()
    assert.equal(await top.getByRole('textbox', { name: 'Picture: image key' }).getAttribute('aria-invalid'), 'true')
    await top.getByRole('textbox', { name: 'Picture: image key' }).fill('hero')
    await press('Publish')
    await saved('Published')
    await press('Unpublish')
    await saved('no longer visible')
    await assertSound(alice)
    const { body } = await owner().get<WidgetConfigObject[]>(`${path()}/widget-configs`)
    assert.deepEqual(
      body.map(({ display_name, status }) => [display_name, status]),
      [['Ranks', 'draft']],
    )
  })

  test('issuers are added with errors at the field and tested, and provisional accounts are listed', async () => {
    const body = { external_user_id: 'steam-7', preferred_global_name: 'Player Seven' }
    assert.equal((await bot().post('/partner-sdk/token/bot', body)).status, 200)
    await open('Players')
    await page.getByText('Player Seven').waitFor()
    await page.getByText('DISCORD_BOT: steam-7').waitFor()
    await press('Add issuer')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Issuer', exact: true }).fill('http://id.example.com')
    await dialog.getByRole('textbox', { name: 'Client ID at the issuer' }).fill('quiz')
    await press('Save', dialog)
    await dialog.getByText('must be an https address').waitFor()
    await dialog.getByRole('textbox', { name: 'Issuer', exact: true }).fill('http://127.0.0.1:9')
    await press('Save', dialog)
    await page.getByRole('button', { name: 'Test a token of http://127.0.0.1:9' }).click()
    await dialog.getByRole('textbox', { name: 'Token of a player' }).fill('nonsense')
    await press('Test', dialog)
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await press('Remove http://127.0.0.1:9')
    await page.getByText('No issuer yet').waitFor()
    await assertSound(alice)
  })

  test('[GW-2] [GW-3] obfuscation is switched on before its date, and shown as ended from then on', async () => {
    await open('Bot')
    const obfuscation = page.getByRole('switch', { name: 'Private Channel Obfuscation' })
    await obfuscation.click()
    await saved('from the next connection of the bot')
    platform.clock.advance(DAY_MS)
    await page.reload()
    await page.getByText('Ended: every bot receives hidden channels without their content').waitFor()
    assert.deepEqual([await obfuscation.isChecked(), await obfuscation.isDisabled()], [true, true])
    await assertSound(alice)
  })
})

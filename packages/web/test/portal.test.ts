/** A person creates an application in the portal, logs its bot in, and saves its addresses. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { InteractionResponseType, verifyKey } from 'discord-interactions'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person, signIn } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const world = { users: { alice: { password: 'correct horse' } }, applications: {}, guilds: {} }

describe('the developer portal', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let endpoint: Server
  let endpointUrl: string
  let publicKey = ''
  let alice: Person
  let page: Page

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world })])
    endpoint = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      const header = (name: string) => String(request.headers[name])
      const valid = await verifyKey(body, header('x-signature-ed25519'), header('x-signature-timestamp'), publicKey)
      if (!valid) return response.writeHead(401).end()
      if (request.url === '/events') return response.writeHead(204).end()
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ type: InteractionResponseType.PONG }))
    }).listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    endpointUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
    alice = await openPerson(browser, platform)
    page = alice.page
    await page.goto('/developers')
    await signIn(page, { username: 'alice', password: 'correct horse' })
  })

  after(async () => {
    await browser?.close()
    await platform?.close()
    endpoint?.close()
  })

  const open = (section: string) => page.getByRole('link', { name: section, exact: true }).click()

  test('an application is created, and its bot logs in with the token that is shown once', async () => {
    await page.getByRole('button', { name: 'New application' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Helper')
    const { promise: pressedTwice, resolve: releaseRequest } = Promise.withResolvers<void>()
    let requests = 0
    await page.route('**/applications', async (route) => {
      if (route.request().method() === 'POST') {
        requests += 1
        await pressedTwice
      }
      await route.continue()
    })
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create' })
    await create.click()
    await page.locator('button[aria-busy=true]').waitFor()
    await create.click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).press('Enter')
    releaseRequest()
    await page.getByRole('heading', { name: 'Helper' }).waitFor()
    await page.unroute('**/applications')
    assert.equal(requests, 1, 'a second press while the first is carried out creates nothing')
    publicKey = await page.getByRole('textbox', { name: 'Public key' }).inputValue()
    await open('Bot')
    await page.getByRole('switch', { name: 'Message content intent' }).click()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await page.getByRole('button', { name: 'Reset token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset token' }).click()
    const token = await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue()
    const bot = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.MessageContent],
      rest: { api: platform.api, version: '10' },
    })
    const ready = new Promise((resolve) => bot.once(Events.ClientReady, resolve))
    await bot.login(token)
    await ready
    await bot.destroy()
    await page.reload()
    await page.getByRole('button', { name: 'Reset token' }).waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Token', exact: true }).count(), 0)
    await assertSound(alice)
  })

  test('a working interactions endpoint is saved, a broken one is refused and stays in the field', async () => {
    await open('Interactions')
    const field = page.getByRole('textbox', { name: 'Interactions endpoint URL' })
    await field.fill(`${endpointUrl}/interactions`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved/ })
      .waitFor()
    await field.fill('http://127.0.0.1:9/broken')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.getByText('A signed PING is answered: failed').waitFor()
    await page.getByText('the PING failed: no answer').waitFor()
    await page.getByText('is refused with 401: not tried').waitFor()
    assert.equal(await field.inputValue(), 'http://127.0.0.1:9/broken')
    await field.fill(`${endpointUrl}/interactions`)
    await page.getByRole('button', { name: 'Check without saving' }).click()
    await page.getByText('is refused with 401: passed').waitFor()
    await page.reload()
    assert.equal(await field.inputValue(), `${endpointUrl}/interactions`)
  })

  test('webhook events are switched on with their types', async () => {
    await open('Webhooks')
    await page.getByRole('textbox', { name: 'Webhook events URL' }).fill(`${endpointUrl}/events`)
    await page.getByRole('checkbox', { name: 'APPLICATION_DEAUTHORIZED' }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await page.getByText('Status: On').waitFor()
    await assertSound(alice)
  })

  test('a redirect address is added, and one that a browser would run is refused', async () => {
    await open('OAuth2')
    const field = page.getByRole('textbox', { name: 'Redirect URI' })
    await field.fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Add redirect' }).click()
    await page.getByRole('alert').waitFor()
    await field.fill('http://127.0.0.1/callback')
    await page.getByRole('button', { name: 'Add redirect' }).click()
    await page.getByRole('button', { name: 'Remove http://127.0.0.1/callback' }).waitFor()
  })

  test('every section is sound, and the application is deleted by its name', async () => {
    for (const section of [
      'General',
      'Installation',
      'Commands',
      'Emoji',
      'Role connections',
      'Monetization',
      'Activities',
      'Social SDK',
      'Players',
    ]) {
      await open(section)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await assertSound(alice)
    }
    await open('General')
    await page.getByRole('button', { name: 'Delete application' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Helper?' })
    await dialog.getByRole('textbox').fill('Another')
    await dialog.getByRole('button', { name: 'Delete application' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('textbox').fill('Helper')
    await dialog.getByRole('button', { name: 'Delete application' }).click()
    await page.getByText('You have no applications yet').waitFor()
  })

  test('the settings of a person are sound, and a theme is chosen', async () => {
    await page.goto('/settings')
    for (const section of [
      'Profile',
      'Account',
      'Privacy',
      'Authorized apps',
      'Connections',
      'Sessions',
      'Appearance',
    ]) {
      await open(section)
      await page.getByRole('region', { name: section, exact: true }).waitFor()
      await assertSound(alice)
    }
    await open('Sessions')
    await page.getByText(/^Chrom\S* on Linux \(this browser\)$/).waitFor()
    await open('Appearance')
    await page.getByRole('radio', { name: 'Dark' }).check()
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    await assertSound(alice)
  })
})

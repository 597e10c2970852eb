/** People decide about requests of applications; the applications use an unmodified OAuth2 client. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startLocalClient } from '@guildhall/local-client'
import { Client } from '@xhayper/discord-rpc'
import * as oauth from 'openid-client'
import type { Browser, Page } from 'playwright-core'
import { startPlatform } from '../../server/test/support/platform.ts'
import { assertSound, launchBrowser, openPerson, type Person, signIn } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const ALICE = { username: 'alice', password: 'correct horse' }
const world = {
  users: { alice: { password: ALICE.password }, dev: {} },
  applications: {
    shop: { name: 'Shop', owner: 'dev', bot: { username: 'shop' }, redirect_uris: ['http://127.0.0.1/callback'] },
    tv: { name: 'Television', owner: 'dev', public_client: true },
  },
  guilds: { lab: { name: 'Lab', owner: 'alice', channels: { general: { type: 0 } } } },
}

describe('consent', { skip: NO_BROWSER }, () => {
  let browser: Browser
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let callback: Server
  let alice: Person
  let page: Page
  let redirect: string

  before(async () => {
    ;[browser, platform] = await Promise.all([launchBrowser(), startPlatform({ world })])
    callback = createServer((_request, response) => response.end('Back at the shop')).listen(0, '127.0.0.1')
    await once(callback, 'listening')
    redirect = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
    alice = await openPerson(browser, platform)
    page = alice.page
  })

  after(async () => {
    await browser?.close()
    await platform?.close()
    callback?.close()
  })

  const shop = () => {
    const application = platform.world?.applications.shop
    assert.ok(application)
    return application
  }

  async function client() {
    return oauth.discovery(new URL(platform.url), shop().id, shop().client_secret, undefined, {
      execute: [oauth.allowInsecureRequests],
    })
  }

  test('a person signs in at the address of the request, consents, and the code is exchanged', async () => {
    const config = await client()
    const verifier = oauth.randomPKCECodeVerifier()
    const url = oauth.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'identify email openid',
      state: 'the-state',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    await page.goto(url.href)
    await signIn(page, ALICE)
    await page.getByRole('heading', { name: 'Authorize Shop' }).waitFor()
    await page.getByText('alice', { exact: true }).waitFor()
    await page.getByText('Read your email address').waitFor()
    await page.getByText(new URL(redirect).host).waitFor()
    await page.getByText('read your direct messages').waitFor()
    await assertSound(alice)
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    await page.getByText('Back at the shop').waitFor()
    const tokens = await oauth.authorizationCodeGrant(config, new URL(page.url()), {
      pkceCodeVerifier: verifier,
      expectedState: 'the-state',
    })
    const person = await oauth.fetchUserInfo(config, tokens.access_token, oauth.skipSubjectCheck)
    assert.equal(person.preferred_username, 'alice')
  })

  test('prompt=none passes a person through who has consented before', async () => {
    const url = oauth.buildAuthorizationUrl(await client(), {
      redirect_uri: redirect,
      scope: 'identify',
      state: 's',
      prompt: 'none',
    })
    await page.goto(url.href)
    await page.getByText('Back at the shop').waitFor()
    assert.ok(new URL(page.url()).searchParams.get('code'))
  })

  test('a refusal tells the application access_denied', async () => {
    const url = oauth.buildAuthorizationUrl(await client(), { redirect_uri: redirect, scope: 'guilds', state: 's' })
    await page.goto(url.href)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Back at the shop').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied')
  })

  test('[USR-2] [AUT-7] a fault of the request goes to the application, without a question', async () => {
    for (const [scope, more, error] of [
      ['identify identify.premium', {}, 'invalid_scope'],
      ['relationships.read', {}, 'invalid_scope'],
      ['identify', { code_challenge: 'abc', code_challenge_method: 'plain' }, 'invalid_request'],
    ] as const) {
      const url = oauth.buildAuthorizationUrl(await client(), { redirect_uri: redirect, scope, state: 'a b', ...more })
      await page.goto(url.href)
      await page.getByText('Back at the shop').waitFor()
      const { searchParams } = new URL(page.url())
      assert.deepEqual(
        [searchParams.get('error'), searchParams.get('state'), searchParams.has('code')],
        [error, 'a b', false],
      )
    }
  })

  test('an unregistered redirect address is an error before any consent', async () => {
    const url = oauth.buildAuthorizationUrl(await client(), {
      redirect_uri: 'http://127.0.0.1/elsewhere',
      scope: 'identify',
      state: 's',
    })
    await page.goto(url.href)
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Authorize' }).count(), 0)
  })

  test('a bot is added to a guild with the permissions that the person leaves it', async () => {
    await page.goto(`/oauth2/authorize?client_id=${shop().id}&scope=bot&permissions=3072`)
    await page.getByRole('combobox', { name: 'Guild' }).selectOption({ label: 'Lab' })
    await page.getByRole('checkbox', { name: 'Send Messages' }).uncheck()
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    await page.getByText('Authorized. You can close').waitFor()
    const guildId = platform.world?.guilds.lab?.id
    const token = platform.world?.users.alice?.token ?? ''
    const roles = await fetch(`${platform.api}/guilds/${guildId}/roles`, { headers: { authorization: token } })
    const role = ((await roles.json()) as { name: string; permissions: string }[]).find(({ name }) => name === 'Shop')
    assert.equal(role?.permissions, '1024')
  })

  test('an install link without a context offers a guild or the account of the person', async () => {
    await page.goto(`/oauth2/authorize?client_id=${shop().id}`)
    await page.getByRole('combobox', { name: 'Guild' }).waitFor()
    await page.getByRole('radio', { name: 'To my account' }).check()
    await page.getByRole('combobox', { name: 'Guild' }).waitFor({ state: 'detached' })
    await assertSound(alice)
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    await page.getByText('Authorized. You can close').waitFor()
    const headers = { authorization: platform.world?.users.dev?.token ?? '' }
    const response = await fetch(`${platform.api}/applications/${shop().id}`, { headers })
    const { approximate_user_install_count } = (await response.json()) as { approximate_user_install_count: number }
    assert.equal(approximate_user_install_count, 1)
  })

  test('a device is activated by its code in small letters', async () => {
    const tv = platform.world?.applications.tv
    assert.ok(tv)
    const config = await oauth.discovery(new URL(platform.url), tv.id, undefined, oauth.None(), {
      execute: [oauth.allowInsecureRequests],
    })
    const device = await oauth.initiateDeviceAuthorization(config, { scope: 'identify' })
    await page.goto('/activate')
    await page.getByRole('textbox', { name: 'Code' }).fill('WRONG-ONE')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('textbox', { name: 'Code' }).fill(device.user_code.toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Authorized' }).waitFor()
    const tokens = await oauth.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.1 })
    assert.ok(tokens.access_token)
    await assertSound(alice)
  })

  test('[RPC-9] AUTHORIZE of a game on the computer asks in the app, and gets a code or the error 5000', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-ipc-'))
    const local = await startLocalClient({
      server: platform.url,
      credentials: { token: platform.world?.users.alice?.token ?? '' },
      ipcFolder: folder,
      consent: async (_request, askWebApp) => (await askWebApp()) ?? false,
      onSignedOut: () => {},
    })
    const { id, client_secret: clientSecret } = shop()
    const pathList = [{ platform: [process.platform], format: () => local.ipc }]
    const game = new Client({
      clientId: id,
      clientSecret,
      transport: { type: 'ipc', pathList },
    })
    // The library has no option for another base address.
    const { options } = Reflect.get(game, 'rest') as { options: { api: string } }
    options.api = platform.api
    try {
      await page.goto('/channels/@me')
      await page.getByRole('heading', { name: 'Friends' }).first().waitFor()
      const dialog = page.getByRole('dialog', { name: 'Authorize Shop' })
      const login = game.login({ scopes: ['identify', 'email'] })
      await dialog.getByText('Shop on your computer').waitFor()
      await dialog.getByText('Read your email address').waitFor()
      await dialog.getByText('read your direct messages').waitFor()
      await assertSound(alice)
      await dialog.getByRole('button', { name: 'Authorize', exact: true }).click()
      await login
      assert.equal(game.user?.username, 'alice')
      await dialog.waitFor({ state: 'detached' })

      const refused = assert.rejects(game.request('AUTHORIZE', { scopes: ['guilds'] }), { code: 5000 })
      await dialog.getByText('Know the guilds you are in').waitFor()
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
      await refused
      await dialog.waitFor({ state: 'detached' })

      // The bot and its permissions are named, whatever the game sends to avoid the question.
      const guild_id = platform.world?.guilds.lab?.id
      const bot = { scopes: ['identify bot'], guild_id, permissions: '8', prompt: 'none' }
      const silent = assert.rejects(game.request('AUTHORIZE', bot), { code: 5000 })
      await dialog.getByText('Add a bot to a guild').waitFor()
      const place = dialog.getByRole('region', { name: 'Where it is added' })
      await place.getByText('Shop is added to Lab.').waitFor()
      await place.getByText('Administrator', { exact: true }).waitFor()
      await assertSound(alice)
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
      await silent
      await dialog.waitFor({ state: 'detached' })

      // A question of a game that ended is withdrawn.
      void game.request('AUTHORIZE', { scopes: ['connections'] }).catch(() => {})
      await dialog.getByText('Read the accounts you have connected').waitFor()
      await game.destroy()
      await dialog.waitFor({ state: 'detached' })
    } finally {
      await game.destroy().catch(() => {})
      await local.close()
      await rm(folder, { recursive: true })
    }
  })
})

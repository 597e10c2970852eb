/** People decide about requests of applications; the applications use an unmodified OAuth2 client. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
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
})

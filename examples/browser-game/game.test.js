import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { AuthorizationTokenType, Client, events, ok, pumpCallbacks } from '@guildhall/social-sdk'
import { api, startPlatform } from '@guildhall/testing'
import { launchBrowser } from '../../packages/web/test/support/browser.ts'
import { NO_BROWSER } from '../../packages/web/test/support/chromium.ts'
import { serve } from './serve.js'

/** The origin is registered before the game is served, so that its port has to be known first. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Starts the platform of world.json for another port. */
async function platformFor(origin) {
  const world = await readFile(fileURLToPath(new URL('world.json', import.meta.url)), 'utf8')
  return startPlatform({ world: JSON.parse(world.replaceAll('http://127.0.0.1:8080', origin)), gameOrigins: [origin] })
}

/** Connects a provisional player who is not in a page. */
async function connectGuest(platform, name) {
  const account = { external_user_id: name, preferred_global_name: name }
  const { body } = await platform.arcade.api.post('/partner-sdk/token/bot', account)
  const client = new Client(`${platform.api}/v10`, platform.url)
  ok(await client.UpdateToken(AuthorizationTokenType.Bearer, body.access_token))
  client.Connect()
  for await (const [status] of events(client).iterate('statusChanged')) if (status === Client.Status.Ready) break
  return client
}

test('a person signs in, and talks with a guest in a lobby', { skip: NO_BROWSER }, async (context) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  await using platform = await platformFor(origin)
  const { applicationId } = platform.arcade
  const server = await serve({ applicationId, server: platform.url }, port)
  const browser = await launchBrowser()
  context.after(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  })
  const page = await (await browser.newContext()).newPage()
  // Pressing "Authorize" on the platform's page is this request of the person's session.
  await page.context().route(`${platform.url}/oauth2/authorize?*`, async (route) => {
    const { search } = new URL(route.request().url())
    const { body } = await api(platform.api, platform.ann.token).post(`/oauth2/authorize${search}`, { authorize: true })
    await route.fulfill({ status: 302, headers: { location: body.location } })
  })
  await page.goto(origin)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('You are ann.').waitFor()

  using _pump = pumpCallbacks()
  using guest = await connectGuest(platform, 'Gus')
  const heard = events(guest).once('messageCreated')
  const [lobbyId] = ok(await guest.CreateOrJoinLobby('open sesame'))
  await page.getByLabel('Secret').fill('open sesame')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('Gus', { exact: true }).waitFor()
  await page.getByLabel('Message').fill('Who is there?')
  await page.getByRole('button', { name: 'Send' }).click()
  const [id] = await heard
  assert.equal(guest.GetMessageHandle(id)?.Content(), 'Who is there?')
  ok(await guest.SendLobbyMessage(lobbyId, '<b>Me.</b>'))
  await page.getByText('Gus: <b>Me.</b>').waitFor()
  assert.equal(page.context().pages().length, 1, 'the page of the sign-in has closed itself')
})

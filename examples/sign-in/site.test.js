import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { api, startPlatform } from '@guildhall/testing'
import { startSite } from './site.js'

let origin
let platform
let site

/** A redirect address is registered before the site starts, so that its port has to be known first. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

before(async () => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  platform = await startPlatform({
    world: {
      users: { ann: {} },
      applications: { site: { owner: 'ann', redirect_uris: [`${origin}/callback`] } },
      guilds: {},
    },
  })
  const { id, client_secret } = platform.world.applications.site
  site = await startSite({ platform: platform.url, clientId: id, clientSecret: client_secret, port })
})

after(async () => {
  site?.closeAllConnections()
  site?.close()
  await platform?.close()
})

test('a person who consents is greeted by name', async () => {
  const login = await fetch(`${origin}/login`, { redirect: 'manual' })
  const page = new URL(login.headers.get('location'))
  assert.equal(page.origin, platform.url)
  // Pressing "Authorize" on the platform's page is this request of the person's session.
  const ann = api(platform.api, platform.world.users.ann.token)
  const consent = await ann.post(`/oauth2/authorize${page.search}`, { authorize: true })
  assert.equal(consent.status, 200)
  const greeting = await fetch(consent.body.location)
  assert.equal(await greeting.text(), 'Hello ann')
})

test('a callback with a foreign state is refused', async () => {
  const { status } = await fetch(`${origin}/callback?code=x&state=foreign`)
  assert.equal(status, 400)
})

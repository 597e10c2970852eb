import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, RawGateway, startPlatform } from '@guildhall/testing'
import { startEndpoint } from './endpoint.js'

const world = {
  users: { ann: {} },
  applications: { greeter: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', bots: { greeter: {} }, channels: { general: {} } } },
}

test('the endpoint is accepted by the platform and responds to a command', async () => {
  await using platform = await startPlatform({ world })
  const { users, applications, guilds } = platform.world
  const { id, public_key, bot } = applications.greeter
  const endpoint = await startEndpoint({ publicKey: public_key, port: 0 })
  try {
    const app = api(platform.api, `Bot ${bot.token}`)
    // The platform checks the endpoint before it saves the address: a PING, and a request with a bad signature.
    const address = `http://127.0.0.1:${endpoint.address().port}`
    const saved = await app.patch('/applications/@me', { interactions_endpoint_url: address })
    assert.equal(saved.status, 200)
    const command = await app.post(`/applications/${id}/commands`, { name: 'hello', description: 'Says hello' })

    const session = await RawGateway.connect(platform.gateway)
    await session.identify({ token: users.ann.token })
    const use = {
      type: 2,
      application_id: id,
      guild_id: guilds.lab.id,
      channel_id: guilds.lab.channels.general.id,
      session_id: session.sessionId,
      nonce: '1',
      data: { id: command.body.id, name: 'hello', type: 1 },
    }
    assert.equal((await api(platform.api, users.ann.token).post('/interactions', use)).status, 204)
    const { d: message } = await session.next('MESSAGE_CREATE')
    assert.equal(message.content, 'Hello ann, from an HTTP endpoint')
    await session.close()
  } finally {
    endpoint.closeAllConnections()
    endpoint.close()
  }
})

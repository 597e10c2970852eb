/** Endpoints of interactions, where the platform itself is what differs: its world, its end, its options, its log. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationCommandObject } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { runningClock } from '../../src/kernel/clock.ts'
import { EndpointApp, json, raw } from '../support/endpoint-app.ts'
import { connect, dispatch, Invoking } from '../support/interactions.ts'
import { spawnPlatform, startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '0' } }, channels: { general: {} } },
  },
}

test('an endpoint from a world file is not verified', async () => {
  const server = await EndpointApp.start()
  const application = { owner: 'ann', bot: {}, interactions_endpoint_url: server.url }
  await using given = await startPlatform({ world: { ...world, applications: { app: application } } })
  const { id = '', public_key, bot } = given.world?.applications.app ?? {}
  server.publicKey = public_key ?? ''
  const own = api(given.api, `Bot ${bot?.token}`)
  assert.equal((await own.get('/applications/@me')).body.interactions_endpoint_url, server.url)
  assert.equal((await own.get('/users/@me')).body.public_flags, 1 << 19)
  const command = await own.post<ApplicationCommandObject>(`/applications/${id}/commands`, {
    name: 'ask',
    description: 'd',
  })
  const person = await connect(given, given.world?.users.bob?.token)
  const channel = given.world?.guilds.lab?.channels.general?.id ?? ''
  await new Invoking(person, { application_id: id, channel_id: channel }).use(command.body)
  await person.gateway.next(dispatch('MESSAGE_CREATE', { content: 'pong' }))
  await person.gateway.close()
  await server.close()
})

test('a platform that closes does not wait for endpoints', async () => {
  const frozen = runningClock()
  const server = await EndpointApp.start()
  const application = { owner: 'ann', bot: {}, interactions_endpoint_url: server.url }
  const closing = await startPlatform({
    world: { ...world, applications: { app: application } },
    wallClock: { ...frozen, at: () => () => undefined },
    logLevel: 'silent',
  })
  const { id = '', public_key, bot } = closing.world?.applications.app ?? {}
  server.publicKey = public_key ?? ''
  server.reply = () => undefined
  const own = api(closing.api, `Bot ${bot?.token}`)
  const command = await own.post<ApplicationCommandObject>(`/applications/${id}/commands`, {
    name: 'ask',
    description: 'd',
  })
  const person = { api: api(closing.api, closing.world?.users.bob?.token) }
  const channel = closing.world?.guilds.lab?.channels.general?.id ?? ''
  const asked = server.next()
  await new Invoking(person, { application_id: id, channel_id: channel }).use(command.body)
  await asked
  server.pong = server.reply
  const saving = own.patch('/applications/@me', { interactions_endpoint_url: server.url })
  await server.next()
  await closing.close()
  assert.equal((await saving).status, 400)
  await server.close()
  frozen.close()
})

test('the outgoing setting blocks requests to this machine and its network', async () => {
  await using hosted = await startPlatform({ world, outgoing: 'public', logLevel: 'silent' })
  const { app: application } = hosted.world?.applications ?? {}
  const server = await EndpointApp.start(application?.public_key)
  const own = api(hosted.api, `Bot ${application?.bot?.token}`)
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]']) {
    const url = `http://${host}:${server.port}/`
    const { errors } = await own.patch('/applications/@me', { interactions_endpoint_url: url })
    assert.match(JSON.stringify(errors), /APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID/, host)
  }
  assert.equal(server.connections, 0)
  await server.close()
})

test('the log explains endpoint failures without secrets', async () => {
  await using spawned = await spawnPlatform({ world })
  const application = spawned.world.applications.app ?? assert.fail()
  const server = await EndpointApp.start(application.public_key)
  const own = api(spawned.api, `Bot ${application.bot.token}`)
  const person = await connect(spawned, spawned.world.users.bob?.token)
  assert.equal((await own.patch('/applications/@me', { interactions_endpoint_url: server.url })).status, 200)
  const command = await own.post<ApplicationCommandObject>(`/applications/${application.id}/commands`, {
    name: 'ask',
    description: 'd',
  })
  const channel = spawned.world.guilds.lab?.channels.general?.id ?? ''
  const asking = new Invoking(person, { application_id: application.id, channel_id: channel })
  for (const reply of [json({ type: 4, data: { content: 'x'.repeat(2001) } }), raw(500)]) {
    server.reply = reply
    const { nonce } = await asking.use(command.body)
    await person.gateway.next(dispatch('INTERACTION_FAILURE', { nonce }))
  }
  await person.gateway.close()
  await spawned.stop()
  await server.close()
  const log = spawned.stderr()
  assert.match(log, /BASE_TYPE_MAX_LENGTH/)
  assert.match(log, /responded with status 500/)
  assert.match(log, new RegExp(`"application_id":"${application.id}"`))
  for (const { interaction } of server.asked) assert.ok(!log.includes(interaction.token))
  assert.ok(!log.includes('key=secret'))
})

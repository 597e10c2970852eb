/** Applications that people create and delete in the portal. */
import assert from 'node:assert/strict'
import { APPLICATIONS_MAX, type ApplicationObject } from '@guildhall/protocol'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'

const world = {
  users: { alice: {}, bob: {} },
  applications: {},
  guilds: { lab: { owner: 'alice', channels: { general: { type: 0 } } } },
}

const test = guildhallTest({ world, rateLimits: 'documented' })
const { platform } = test

async function call<T>(person: 'alice' | 'bob', method: string, path: string, body?: unknown) {
  const token = platform[person].token
  const response = await fetch(`${platform.api}${path}`, {
    method,
    headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T }
}

test('a person creates an application, its bot logs in and posts, and all ends with its deletion', async () => {
  const created = await call<ApplicationObject>('alice', 'POST', '/applications', { name: 'Helper' })
  assert.equal(created.status, 201)
  const { id } = created.body
  assert.match(created.body.verify_key, /^[0-9a-f]{64}$/)
  const { token } = (await call<{ token: string }>('alice', 'POST', `/applications/${id}/bot/reset`)).body
  const guildId = platform.lab.id
  const consent = { authorize: true, guild_id: guildId, permissions: '8' }
  await call('alice', 'POST', `/oauth2/authorize?client_id=${id}&scope=bot`, consent)
  const bot = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api, version: '10' } })
  const ready = new Promise((resolve) => bot.once(Events.ClientReady, resolve))
  await bot.login(token)
  await ready
  assert.equal(bot.user?.username, 'Helper')
  const channel = bot.channels.cache.find((one) => one.isSendable())
  assert.ok(channel?.isSendable())
  const message = await channel.send('I am here')
  const gone = new Promise((resolve) => bot.once(Events.ShardDisconnect, resolve))
  assert.equal((await call('bob', 'POST', `/applications/${id}/delete`)).status, 403)
  assert.equal((await call('alice', 'POST', `/applications/${id}/delete`)).status, 204)
  await gone
  await bot.destroy()
  assert.equal((await call('alice', 'GET', `/applications/${id}`)).status, 404)
  const kept = await call<{ author: { username: string } }>(
    'alice',
    'GET',
    `/channels/${channel.id}/messages/${message.id}`,
  )
  assert.equal(kept.body.author.username, 'Helper')
  const me = await fetch(`${platform.api}/users/@me`, { headers: { authorization: `Bot ${token}` } })
  assert.equal(me.status, 401)
})

test('a person lists and renames only their own applications', async () => {
  const { id } = (await call<ApplicationObject>('alice', 'POST', '/applications', { name: 'Mine' })).body
  assert.equal((await call('bob', 'PATCH', `/applications/${id}`, { name: 'Stolen' })).status, 403)
  assert.equal((await call('alice', 'PATCH', `/applications/${id}`, { name: 'x'.repeat(33) })).status, 400)
  assert.equal((await call('alice', 'PATCH', `/applications/${id}`, { name: 'Renamed' })).status, 200)
  const own = (await call<ApplicationObject[]>('alice', 'GET', '/applications')).body
  assert.deepEqual(
    own.map(({ name }) => name),
    ['Renamed'],
  )
  assert.deepEqual((await call('bob', 'GET', '/applications')).body, [])
})

test('the number of applications of a person is limited', async () => {
  const statuses: number[] = []
  for (let count = 0; count <= APPLICATIONS_MAX; count += 1) {
    platform.clock.advance(60_000)
    statuses.push((await call('bob', 'POST', '/applications', { name: `Number ${count}` })).status)
  }
  assert.deepEqual([...new Set(statuses.slice(0, -1))], [201])
  assert.equal(statuses.at(-1), 400)
})

test('GET /applications/detectable returns an empty list to anyone', async () => {
  const response = await fetch(`${platform.api}/applications/detectable`)
  assert.deepEqual([response.status, await response.json()], [200, []])
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { FilledWorld } from '../../world/index.ts'
import { ApplicationError, applicationOfServer, chooseApplication } from './application.ts'

const application = (id: string, name: string, token: string | null) => ({
  ...{ id, name, owner: 'ann', client_secret: '', signing_key: '', public_key: '' },
  ...(token !== null && { bot: { id, username: name, token } }),
})
const world = (applications: FilledWorld['applications']): FilledWorld => ({ users: {}, applications, guilds: {} })
const two = world({
  game: application('1', 'Game', null),
  ping: application('2', 'Ping', 'a'),
  pong: application('3', 'Pong', 'b'),
})

test('an application is chosen by key, name or id; without them the first with a bot, which is noted', () => {
  for (const as of ['pong', 'Pong', '3']) assert.deepEqual(chooseApplication(two, as).token, 'b')
  assert.deepEqual(chooseApplication(two, null), {
    ...{ id: '2', name: 'Ping', token: 'a', publicKey: '', clientSecret: '', guild: null },
    note: 'the first of ping, pong; choose with --as',
  })
  assert.equal(chooseApplication(world({ ping: application('2', 'Ping', 'a') }), null).note, null)
})

test('an application without a bot, or that does not exist, is refused', () => {
  for (const as of ['game', 'nope']) assert.throws(() => chooseApplication(two, as), ApplicationError)
  assert.throws(() => chooseApplication(world({}), null), ApplicationError)
})

test("the environment's token is not sent to a server elsewhere", async () => {
  const options = {
    as: null,
    token: null,
    key: null,
    announcedKey: async () => null,
    names: ['DISCORD_TOKEN'],
    env: { DISCORD_TOKEN: 'real' },
  }
  const elsewhere = applicationOfServer({ ...options, server: new URL('https://guildhall.example') })
  await assert.rejects(elsewhere, /--server needs the bot's token: --token T, the control key: --key KEY\.$/)
})

test('the application of a token is asked for again while its bot has used up its rate limit', async (t) => {
  let limited = 2
  const server = createServer((request, response) => {
    limited -= 1
    if (limited >= 0) return void response.writeHead(429, { 'retry-after': '0' }).end('{"retry_after":0}')
    response.end(request.url?.includes('guilds') ? '[]' : '{"id":"1","name":"Ping","verify_key":"k"}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const options = { as: null, token: 'a', key: null, announcedKey: async () => null, names: [], env: {} }
  const { application: found } = await applicationOfServer({ ...options, server: new URL(`http://127.0.0.1:${port}`) })
  assert.deepEqual([found.id, found.name], ['1', 'Ping'])
})

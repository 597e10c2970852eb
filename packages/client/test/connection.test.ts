/** The gateway connection against a platform: what it receives, and what it does when connections end. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { startPlatform } from '../../server/test/support/platform.ts'
import {
  ApiClient,
  type ConnectionOptions,
  type ConnectionStatus,
  compression,
  GatewayConnection,
} from '../src/index.ts'

let platform: Awaited<ReturnType<typeof startPlatform>>
let alice = ''

before(async () => {
  platform = await startPlatform({
    world: { users: { alice: {} }, applications: {}, guilds: { den: { owner: 'alice', channels: { general: {} } } } },
  })
  alice = (await platform.control.request('POST /tokens', { username: 'alice' })).token
})
after(() => platform.close())

/** Opens a connection of alice. Returns it with all statuses and names of dispatches, and a way to wait for one. */
function open(context: TestContext, options: Partial<ConnectionOptions> = {}) {
  const names: string[] = []
  const statuses: ConnectionStatus[] = []
  let waiting: { name: string; resolve: () => void } | undefined
  const connection = new GatewayConnection({
    url: platform.gateway,
    token: alice,
    identify: () => ({ intents: 0, properties: {} }),
    pause: () => 0,
    onDispatch: (name) => {
      names.push(name)
      if (waiting?.name === name) waiting.resolve()
    },
    onStatus: (status) => statuses.push(status),
    ...options,
  })
  context.after(() => connection.close())
  const next = (name: string) => new Promise<void>((resolve) => (waiting = { name, resolve }))
  return { connection, names, statuses, next }
}

const fault = (session: string | null, type: 'drop' | 'invalid_session' | 'reconnect') =>
  platform.control.request('POST /gateway/faults', { session_id: session ?? '', type })

test('a connection receives READY and typed events, and sends commands', async (context) => {
  const { connection, next } = open(context)
  const guild = new Promise<string>((resolve) => connection.on('GUILD_CREATE', ({ name }) => resolve(name)))
  assert.equal(connection.send(3, {}), false)
  await next('READY')
  assert.equal(connection.status, 'ready')
  assert.equal(await guild, 'den')
  assert.equal(connection.send(3, { status: 'idle', since: null, afk: false, activities: [] }), true)
  assert.equal(await connection.flush(), true)
})

test('a dropped connection resumes its session and receives what it missed', async (context) => {
  const api = new ApiClient({ base: `${platform.api}/v10`, authorization: alice })
  const { connection, names, statuses, next } = open(context)
  // A role that is created before is part of GUILD_CREATE.
  await next('GUILD_CREATE')
  const [guild] = await api.call('list_my_guilds')
  const { sessionId } = connection
  const created = new Map(['drop', 'reconnect'].map((name) => [name, Promise.withResolvers<void>()]))
  connection.on('GUILD_ROLE_CREATE', ({ role }) => created.get(role.name)?.resolve())
  for (const type of ['drop', 'reconnect'] as const) {
    const resumed = next('RESUMED')
    await fault(sessionId, type)
    await api.call('create_guild_role', { params: { guild_id: guild?.id ?? '' }, body: { name: type } })
    await resumed
  }
  assert.equal(connection.sessionId, sessionId)
  // Events of another node may come after RESUMED.
  await Promise.all([...created.values()].map(({ promise }) => promise))
  await connection.flush()
  assert.equal(names.filter((name) => name === 'GUILD_ROLE_CREATE').length, 2)
  assert.equal(names.filter((name) => name === 'READY').length, 1)
  assert.ok(statuses.includes('offline'))
})

test('an invalid session begins again, or ends a connection that does not renew it', async (context) => {
  const renewing = open(context)
  await renewing.next('READY')
  const first = renewing.connection.sessionId
  const again = renewing.next('READY')
  await fault(first, 'invalid_session')
  await again
  assert.notEqual(renewing.connection.sessionId, first)
  const ended = Promise.withResolvers<string>()
  const { connection, next } = open(context, { renews: false, onEnd: (_code, why) => ended.resolve(why) })
  await next('READY')
  await fault(connection.sessionId, 'invalid_session')
  assert.equal(await ended.promise, 'the session became invalid')
  assert.equal(await connection.flush(), false)
})

test('a wrong token ends the connection with the close code', async (context) => {
  const ended = Promise.withResolvers<number | null>()
  const { connection } = open(context, { token: 'wrong', onEnd: ended.resolve })
  assert.equal(await ended.promise, 4004)
  assert.equal(connection.status, 'ended')
})

test('a connection decompresses what the platform sends, also large messages and after a loss', async (context) => {
  const decompressor = compression()
  assert.ok(decompressor)
  const { connection, names, next } = open(context, { decompressor })
  await next('READY')
  await connection.flush()
  const resumed = next('RESUMED')
  await fault(connection.sessionId, 'drop')
  await resumed
  await connection.flush()
  assert.ok(names.includes('GUILD_CREATE'))
})

test('attempts end when there is no platform', async (context) => {
  const ended = Promise.withResolvers<string>()
  const { statuses } = open(context, {
    url: 'ws://127.0.0.1:1',
    attemptsMax: 2,
    onEnd: (_code, why) => ended.resolve(why),
  })
  assert.match(await ended.promise, /the connection closed: 1006/)
  assert.deepEqual(new Set(statuses), new Set(['connecting', 'offline', 'ended']))
})

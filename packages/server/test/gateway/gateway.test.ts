/** The gateway by raw sockets and by @discordjs/ws: opcodes, close codes, encodings, compression, resume. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REST } from '@discordjs/rest'
import { CompressionMethod, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws'
import { Intent, KNOWN_INTENTS, type MessageObject, type UserObject } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { runningClock } from '../../src/kernel/clock.ts'
import { dispatch } from '../support/interactions.ts'
import { startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: {
    app: {
      owner: 'ann',
      bot: {},
      intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'],
      max_concurrency: 4,
    },
    plain: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' }, plain: {} }, channels: { general: {} } },
    den: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } },
  },
}
const ALL = KNOWN_INTENTS

async function start(options: object = {}) {
  const platform = await startPlatform({ world, rateLimits: 'off', ...options })
  assert.ok(platform.world)
  const { users, applications, guilds } = platform.world
  const channel = guilds.lab?.channels.general?.id ?? ''
  return {
    platform,
    guilds,
    token: applications.app?.bot?.token ?? '',
    plainToken: applications.plain?.bot?.token ?? '',
    bob: api(platform.api, users.bob?.token),
    bobToken: users.bob?.token ?? '',
    bobId: users.bob?.id ?? '',
    general: `/channels/${channel}/messages`,
    connect: (query: object = {}) => RawGateway.connect(platform.gateway, query),
    [Symbol.asyncDispose]: () => platform.close(),
  }
}

test('[SVC-2] [GW-4] [GW-9] [GW-13] [AUT-9] [VER-28] each invalid command has its close code', async () => {
  await using lab = await start()
  const identify = { token: lab.token, intents: Intent.GUILDS, properties: {} }
  const cases: [string, number, object, (gateway: RawGateway) => unknown][] = [
    ['unknown opcode', 4001, {}, (gateway) => gateway.send(99, null)],
    ['an opcode of the server', 4001, {}, (gateway) => gateway.send(0, null)],
    ['not JSON', 4002, {}, (gateway) => gateway.sendRaw('{')],
    ['no opcode', 4002, {}, (gateway) => gateway.sendRaw('{}')],
    ['too large', 4002, {}, (gateway) => gateway.send(3, 'x'.repeat(5000))],
    ['capabilities of text', 4002, {}, (gateway) => gateway.send(2, { ...identify, capabilities: 'x' })],
    ['members before identify', 4003, {}, (gateway) => gateway.send(8, {})],
    ['bad token', 4004, {}, (gateway) => gateway.send(2, { ...identify, token: 'x' })],
    ['seq ahead', 4004, {}, (gateway) => gateway.send(6, { token: 'x', session_id: 'x', seq: 1 })],
    ['invalid shard', 4010, {}, (gateway) => gateway.send(2, { ...identify, shard: [1, 1] })],
    ['unknown intent', 4013, {}, (gateway) => gateway.send(2, { ...identify, intents: 1 << 30 })],
    ['disallowed intent', 4014, {}, (gateway) => gateway.send(2, { ...identify, token: lab.plainToken, intents: 2 })],
  ]
  for (const [name, code, query, act] of cases) {
    const gateway = await lab.connect(query)
    await gateway.next(10)
    act(gateway)
    assert.equal((await gateway.closed).code, code, name)
  }
  const old = await lab.connect({ v: 5 })
  assert.equal((await old.closed).code, 4012)
  const twice = await lab.connect()
  await twice.identify(identify)
  twice.send(2, identify)
  assert.equal((await twice.closed).code, 4005)
})

test('[GW-8] the 121st command in a minute closes the connection', async () => {
  await using lab = await start()
  const gateway = await lab.connect()
  await gateway.identify({ token: lab.token, intents: Intent.GUILDS })
  for (let count = 0; count < 130; count += 1) gateway.send(3, { status: 'online', activities: [] })
  assert.equal((await gateway.closed).code, 4008)
})

test('[GW-13] a connection without heartbeats times out, one with them lives', async () => {
  const wallClock = runningClock()
  await using lab = await start({ wallClock })
  const silent = await lab.connect()
  const beating = await lab.connect()
  await Promise.all([silent.next(10), beating.next(10)])
  wallClock.advance(40_000)
  beating.send(1, null)
  await beating.next(11)
  wallClock.advance(40_000)
  assert.equal((await silent.closed).code, 4009)
  beating.send(1, null)
  await beating.next(11)
  await beating.close()
  wallClock.close()
})

test('[GW-13] [EVT-23] a session resumes after its last sequence number or is refused', async () => {
  await using lab = await start()
  const gateway = await lab.connect()
  await gateway.identify({ token: lab.token, intents: ALL })
  await gateway.next('GUILD_CREATE')
  await gateway.next('GUILD_CREATE')
  gateway.drop()
  await gateway.closed
  for (let count = 0; count < 5; count += 1) await lab.bob.post(lab.general, { content: `missed ${count}` })
  const again = await gateway.resume()
  for (let count = 0; count < 5; count += 1)
    assert.equal((await again.next('MESSAGE_CREATE')).d.content, `missed ${count}`)
  await again.next('RESUMED')
  await lab.bob.post(lab.general, { content: 'live' })
  assert.equal((await again.next('MESSAGE_CREATE')).d.content, 'live')

  again.drop()
  await again.closed
  const ahead = await again.resume({ seq: 10_000 })
  assert.equal((await ahead.closed).code, 4007)
  const stranger = await lab.connect()
  await stranger.next(10)
  stranger.send(6, { token: lab.plainToken, session_id: again.sessionId, seq: 0 })
  assert.equal((await stranger.next(9)).d, false)
  await stranger.close()
  const last = await again.resume()
  await last.next('RESUMED')
  await last.close(1000)
  const ended = await last.resume()
  assert.equal((await ended.next(9)).d, false)
  await ended.close()
})

test('no event is lost or sent twice over random disconnects', async () => {
  await using lab = await start()
  let gateway = await lab.connect()
  await gateway.identify({ token: lab.token, intents: Intent.GUILD_MESSAGES | Intent.MESSAGE_CONTENT })
  const wanted: string[] = []
  const got: string[] = []
  for (let count = 0; count < 200; count += 1) {
    wanted.push(String(count))
    const posting = lab.bob.post(lab.general, { content: String(count) })
    if (Math.random() < 0.15) {
      gateway.drop()
      await gateway.closed
      await posting
      for (const frame of gateway.frames)
        if (frame.t === 'MESSAGE_CREATE') got.push((frame.d as unknown as MessageObject).content)
      gateway = await gateway.resume()
      await gateway.next('RESUMED')
    } else await posting
  }
  await gateway.next(dispatch('MESSAGE_CREATE', { content: '199' })).catch(() => undefined)
  got.push('199')
  for (const frame of gateway.frames)
    if (frame.t === 'MESSAGE_CREATE') got.push((frame.d as unknown as MessageObject).content)
  const seen = new Set(got)
  assert.deepEqual(
    wanted.filter((content) => !seen.has(content)),
    [],
  )
  await gateway.close()
})

for (const query of [
  { encoding: 'etf' },
  { compress: 'zlib-stream' },
  { compress: 'zstd-stream' },
  { encoding: 'etf', compress: 'zlib-stream' },
] as const) {
  test(`[SVC-2] a session by ${JSON.stringify(query)}`, async () => {
    await using lab = await start()
    const gateway = await lab.connect(query)
    const ready = await gateway.identify<{ user: UserObject }>({ token: lab.token, intents: ALL })
    assert.equal(ready.user.bot, true)
    const created = await gateway.next('GUILD_CREATE')
    assert.equal(typeof created.d.id, 'string')
    await gateway.next('GUILD_CREATE')
    for (const content of ['one', 'zwei', '三', '🙂'.repeat(400)]) {
      await lab.bob.post(lab.general, { content })
      assert.equal((await gateway.next('MESSAGE_CREATE')).d.content, content)
    }
    await gateway.close()
  })
}

test('Identify compresses large payloads by themselves, unless the transport does so already', async () => {
  await using lab = await start()
  for (const query of [{}, { encoding: 'etf' }, { compress: 'zlib-stream' }]) {
    const gateway = await lab.connect(query)
    await gateway.identify({ token: lab.token, intents: ALL, compress: true })
    assert.ok((await gateway.next('GUILD_CREATE')).d.id)
    await gateway.close()
  }
})

for (const [name, compression] of [
  ['zlib-stream', CompressionMethod.ZlibNative],
  ['no compression', null],
] as const) {
  test(`@discordjs/ws with 4 shards and ${name}`, async () => {
    await using lab = await start()
    const rest = new REST({ api: lab.platform.api }).setToken(lab.token)
    const manager = new WebSocketManager({
      token: lab.token,
      intents: ALL as never,
      rest,
      shardCount: 4,
      ...(compression === null ? {} : { compression }),
    })
    const guilds = new Map<string, number>()
    const done = new Promise<void>((resolve) => {
      manager.on(WebSocketShardEvents.Dispatch, (payload, shardId) => {
        if (payload.t !== 'GUILD_CREATE') return
        guilds.set(payload.d.id, shardId)
        if (guilds.size === 2) resolve()
      })
    })
    await manager.connect()
    await done
    for (const [id, shard] of guilds) assert.equal(shard, Number((BigInt(id) >> 22n) % 4n))
    await manager.destroy()
  })
}

test('[GW-14] starts are limited by concurrency and counted', async () => {
  await using lab = await start({ rateLimits: 'documented' })
  const left = async () => {
    const info = await api(lab.platform.api, `Bot ${lab.plainToken}`).get<{
      session_start_limit: { remaining: number }
    }>('/gateway/bot')
    return info.body.session_start_limit.remaining
  }
  const first = await lab.connect()
  const before = await left()
  await first.identify({ token: lab.plainToken, intents: Intent.GUILDS })
  assert.equal(await left(), before - 1)
  const second = await lab.connect()
  await second.next(10)
  second.send(2, { token: lab.plainToken, intents: Intent.GUILDS, properties: {} })
  assert.equal((await second.next(9)).d, false)
  lab.platform.clock.advance(5_000)
  await second.identify({ token: lab.plainToken, intents: Intent.GUILDS })
  await Promise.all([first.close(), second.close()])
})

test('[GW-5] [GW-6] [GW-7] [EVT-11] [EVT-12] [LIM-12] [ERR-6] op 8 sends members in chunks', async () => {
  await using lab = await start()
  const guild_id = lab.guilds.lab?.id
  const gateway = await lab.connect()
  await gateway.identify({ token: lab.token, intents: ALL })
  await gateway.next('GUILD_CREATE')
  await gateway.next('GUILD_CREATE')
  gateway.send(8, { guild_id, query: '', limit: 0, nonce: 'a', presences: true })
  const chunk = await gateway.next<{ members: unknown[]; nonce: string; chunk_count: number }>('GUILD_MEMBERS_CHUNK')
  assert.deepEqual([chunk.d.members.length, chunk.d.nonce, chunk.d.chunk_count], [4, 'a', 1])
  gateway.send(8, { guild_id, query: '', limit: 0, nonce: 'b' })
  const limited = await gateway.next<{ opcode: number; retry_after: number; meta: { nonce: string } }>('RATE_LIMITED')
  assert.deepEqual([limited.d.opcode, limited.d.meta.nonce], [8, 'b'])
  assert.ok(limited.d.retry_after > 0 && limited.d.retry_after <= 30)
  gateway.send(8, { guild_id, query: 'bo', limit: 5 })
  assert.equal((await gateway.next<{ members: unknown[] }>('GUILD_MEMBERS_CHUNK')).d.members.length, 1)
  gateway.send(8, { guild_id, user_ids: [lab.bobId, '5'], limit: 0 })
  assert.deepEqual((await gateway.next('GUILD_MEMBERS_CHUNK')).d.not_found, ['5'])
  lab.platform.clock.advance(30_000)
  gateway.send(8, { guild_id, query: '', limit: 0 })
  await gateway.next('GUILD_MEMBERS_CHUNK')
  await gateway.close()
})

test('[VER-11] before 1 Oct 2025 small guilds have no such limit', async () => {
  for (const [date, limited] of [
    ['2025-09-30T12:00:00Z', false],
    ['2025-10-01T00:00:00Z', true],
  ] as const) {
    await using lab = await start({ date: Date.parse(date) })
    const gateway = await lab.connect()
    await gateway.identify({ token: lab.token, intents: ALL })
    await gateway.next('GUILD_CREATE')
    await gateway.next('GUILD_CREATE')
    for (let count = 0; count < 2; count += 1) gateway.send(8, { guild_id: lab.guilds.lab?.id, query: '', limit: 0 })
    await gateway.next('GUILD_MEMBERS_CHUNK')
    await gateway.next(limited ? 'RATE_LIMITED' : 'GUILD_MEMBERS_CHUNK')
    await gateway.close()
  }
})

test('[ACT-1] [ACT-2] presences of sessions are merged, invisible is offline, and unknown activities are dropped', async () => {
  await using lab = await start()
  const watching = await lab.connect()
  await watching.identify({ token: lab.token, intents: ALL })
  await watching.next('GUILD_CREATE')
  await watching.next('GUILD_CREATE')
  const ofBob = (status: string) => (frame: { t?: string | null; d: unknown }) => {
    const presence = frame.d as { user: { id: string }; status: string }
    return frame.t === 'PRESENCE_UPDATE' && presence.user.id === lab.bobId && presence.status === status
  }
  const bob = await lab.connect()
  await bob.identify({ token: lab.bobToken, intents: 0 })
  await watching.next(ofBob('online'))
  const activities = [
    { name: 'Custom Status', type: 4, state: 'busy' },
    { name: 'Chess', type: 0 },
    { name: 'Nope', type: 7 },
  ]
  bob.send(3, { status: 'dnd', activities, since: null, afk: false })
  const busy = await watching.next<{ activities: { type: number; state?: string }[] }>(ofBob('dnd') as never)
  assert.deepEqual(
    busy.d.activities.map((activity) => activity.type),
    [4, 0],
  )
  assert.equal(busy.d.activities[0]?.state, 'busy')
  bob.send(3, { status: 'invisible', activities: [] })
  await watching.next(ofBob('offline'))
  await Promise.all([bob.close(), watching.close()])
})

test('fuzzed frames never bring the platform down', async () => {
  await using lab = await start()
  for (let count = 0; count < 60; count += 1) {
    const gateway = await lab.connect(count % 2 ? { encoding: 'etf' } : {})
    await gateway.next(10)
    const bytes = Buffer.from(
      Array.from({ length: 1 + Math.floor(Math.random() * 200) }, () => Math.floor(Math.random() * 256)),
    )
    if (count % 4 > 1) bytes[0] = 131
    gateway.sendRaw(bytes)
    gateway.drop()
    await gateway.closed
  }
  assert.equal((await api(lab.platform.api).get('/gateway')).status, 200)
})

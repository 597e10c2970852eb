/** The gateway’s protocol by raw sockets: HELLO, heartbeats, limits, resume, every encoding and compression. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import type { RawGateway } from '@guildhall/testing'
import { ALL_INTENTS, named, plain, startLab, TRANSPORTS } from '../support/gateway-lab.ts'

test('[GW-13] HELLO and READY have the documented fields in each version and encoding', async () => {
  await using lab = await startLab()
  for (const v of [9, 10]) {
    for (const { name, query, payload } of TRANSPORTS) {
      const gateway = await lab.connect({ ...query, v })
      const hello = await gateway.next<{ heartbeat_interval: number }>(10)
      assert.deepEqual([hello.d.heartbeat_interval, hello.s, hello.t], [41_250, null, null], name)
      const ready = await gateway.identify<Record<string, unknown>>({
        token: lab.token('app'),
        intents: ALL_INTENTS,
        shard: [0, 1],
        compress: payload === true,
      })
      const { id, bot, username } = ready.user as Record<string, unknown>
      assert.deepEqual([ready.v, id, bot, username], [v, lab.userId('app'), true, 'app'], name)
      assert.deepEqual(plain(ready.shard), [0, 1])
      assert.match(String(ready.session_id), /^[0-9a-f]{32}$/)
      assert.equal(ready.resume_gateway_url, lab.platform.gateway)
      assert.equal((ready.application as { id: string }).id, lab.world.applications.app?.id)
      const guilds = ready.guilds as { id: string; unavailable: boolean }[]
      assert.deepEqual(
        guilds.map((guild) => [guild.id, guild.unavailable]),
        [lab.guildId('lab'), lab.guildId('den')].sort().map((id) => [id, true]),
      )
      assert.equal(gateway.seq, 1 + gateway.frames.filter((frame) => frame.op === 0).length, 'READY is number 1')
      await gateway.close()
    }
  }
})

test('[SVC-2] [AUT-9] unknown versions close with 4012, unknown encodings with 4002', async () => {
  await using lab = await startLab()
  for (const v of [0, 5, 8, 11, 1.5, Number.NaN, -10]) {
    const gateway = await lab.connect({ v })
    assert.equal((await gateway.closed).code, 4012, String(v))
  }
  const unversioned = await lab.connect({ v: null, encoding: null })
  await unversioned.next(10)
  await unversioned.close()
  for (const encoding of ['xml', '', 'constructor', '__proto__', 'toString']) {
    const encoded = await lab.connect({ encoding: encoding as never })
    assert.equal((await encoded.closed).code, 4002, encoding)
  }
})

test('op 1 is acknowledged by op 11, before Identify and in a session, with any data', async () => {
  await using lab = await startLab()
  for (const { name, query } of TRANSPORTS) {
    const gateway = await lab.connect(query)
    await gateway.next(10)
    for (const d of [null, 0, 251, 'x', undefined]) {
      gateway.send(1, d)
      const ack = await gateway.next(11)
      assert.deepEqual([ack.s, ack.t], [null, null], name)
    }
    await gateway.identify({ token: lab.token('app'), intents: 0 })
    gateway.send(1, gateway.seq)
    await gateway.next(11)
    assert.equal(gateway.seq, 1, 'an answer to a heartbeat is not counted')
    await gateway.close()
  }
})

test('[GW-8] 4008: the 121st command of a minute, heartbeats too', async () => {
  await using lab = await startLab()
  const beating = await lab.connect()
  await beating.next(10)
  for (let count = 0; count < 120; count += 1) beating.send(1, null)
  for (let count = 0; count < 120; count += 1) await beating.next(11)
  lab.wallClock.advance(60_000)
  beating.send(1, null)
  await beating.next(11)
  for (let count = 0; count < 120; count += 1) beating.send(1, count)
  assert.equal((await beating.closed).code, 4008)
  assert.equal(beating.frames.filter((frame) => frame.op === 11).length, 119)

  const unknown = await lab.connect()
  await unknown.next(10)
  for (let count = 0; count < 119; count += 1) unknown.send(1, null)
  await unknown.identify({ token: lab.token('app'), intents: 0 })
  unknown.send(99, null)
  assert.equal((await unknown.closed).code, 4008, 'counted before it is read')
})

test('[GW-13] 4009: without heartbeats for one and a half intervals, whatever else is sent; the session waits', async () => {
  await using lab = await startLab()
  const gateway = await lab.session('app', { intents: Intent.GUILDS | Intent.GUILD_MESSAGES })
  await gateway.next(named('GUILD_CREATE', { id: lab.guildId('lab') }))
  const early = await lab.connect()
  await early.next(10)
  lab.platform.clock.advance(86_400_000)
  lab.wallClock.advance(50_000)
  gateway.send(3, { status: 'idle', activities: [] })
  gateway.send(8, { guild_id: lab.guildId('lab'), user_ids: [lab.userId('bob')] })
  await gateway.next('GUILD_MEMBERS_CHUNK')
  lab.wallClock.advance(12_000)
  assert.equal((await gateway.closed).code, 4009)
  assert.equal((await early.closed).code, 4009)
  await lab.person('bob').post(`/channels/${lab.channelId('lab', 'general')}/messages`, { content: 'while away' })
  const again = await gateway.resume()
  await again.next('MESSAGE_CREATE')
  await again.next('RESUMED')
  await again.close()
})

test('[GW-13] a connection that does not respond to op 1 of the server is closed', async () => {
  await using lab = await startLab()
  for (const { name, query } of TRANSPORTS) {
    const answering = await lab.session('app', { intents: 0 }, query)
    const silent = await lab.session('app', { intents: 0 }, query)
    lab.wallClock.advance(52_000)
    for (const gateway of [answering, silent]) {
      const asked = await gateway.next(1)
      assert.deepEqual([asked.d, asked.s, asked.t], [null, null, null], name)
    }
    answering.send(1, answering.seq)
    await answering.next(11)
    lab.wallClock.advance(12_000)
    assert.equal((await silent.closed).code, 4009, name)
    lab.wallClock.advance(40_000)
    await answering.next(1)
    await answering.close()
  }
})

test('[GW-13] 4007 and op 9: which sessions can be resumed, and that Identify may follow', async () => {
  await using lab = await startLab()
  const first = await lab.session('app', { intents: 0 })
  await first.drop()
  const ahead = await first.resume({ seq: 2 })
  assert.equal((await ahead.closed).code, 4007)
  const refused = async (gateway: RawGateway, why: string) => {
    assert.equal((await gateway.next(9)).d, false, why)
    await gateway.identify({ token: lab.token('app'), intents: 0 })
    await gateway.close()
  }
  await refused(await first.resume({ sessionId: 'f'.repeat(32) }), 'no such session')
  const stranger = await lab.connect()
  await stranger.next(10)
  stranger.send(6, { token: lab.token('plain'), session_id: first.sessionId, seq: 1 })
  await refused(stranger, 'the session of another bot')
  const other = await lab.connect({ encoding: 'etf' })
  await other.next(10)
  other.send(6, { token: lab.token('app'), session_id: first.sessionId, seq: 1 })
  await refused(other, 'a session of another encoding')

  for (const code of [4000, 4009, 1006, 3000]) {
    const gateway = await lab.session('app', { intents: 0 })
    await (code === 1006 ? gateway.drop() : gateway.close(code))
    const resumed = await gateway.resume()
    await resumed.next('RESUMED')
    await resumed.close(code === 1006 ? 1000 : 1001)
    await refused(await resumed.resume(), 'closed by its client')
  }
  // The window begins again, for a moment before the clock moves.
  const again = await first.resume()
  await again.next('RESUMED')
  await again.drop()
  await lab.settle()
  lab.wallClock.advance(179_000)
  const kept = await first.resume()
  await kept.next('RESUMED')
  await kept.drop()
  await lab.settle()
  lab.wallClock.advance(179_000)
  const keptAgain = await kept.resume()
  await keptAgain.next('RESUMED')
  await keptAgain.drop()
  await lab.settle()
  lab.wallClock.advance(180_000)
  await refused(await keptAgain.resume(), 'kept for 180 s')
})

test('[GW-13] a session that is resumed while it is still connected changes hands', async () => {
  await using lab = await startLab()
  const first = await lab.session('app', { intents: Intent.GUILD_MESSAGES })
  const second = await first.resume()
  await second.next('RESUMED')
  assert.ok((await first.closed).code >= 4000, 'the former connection is closed')
  await lab.person('bob').post(`/channels/${lab.channelId('lab', 'general')}/messages`, { content: 'once' })
  await second.next('MESSAGE_CREATE')
  assert.deepEqual(
    first.frames.filter((frame) => frame.t === 'MESSAGE_CREATE'),
    [],
  )
  await second.close()
})

test('[SVC-2] all encodings and compressions carry the same events', async () => {
  await using lab = await startLab()
  const sessions: RawGateway[] = []
  for (const { query, payload } of TRANSPORTS) {
    const gateway = await lab.session('app', { compress: payload === true }, query)
    await gateway.next('GUILD_CREATE')
    await gateway.next('GUILD_CREATE')
    sessions.push(gateway)
  }
  const from = sessions.map((gateway) => gateway.frames.length)
  const [ann, bob] = [lab.person('ann'), lab.person('bob')]
  const general = `/channels/${lab.channelId('lab', 'general')}`
  const texts = ['short', 'zwei Wörter', '三', '🙂'.repeat(500), 'x'.repeat(2000), '\u0000\u2028"\\']
  for (const content of texts) await bob.post(`${general}/messages`, { content })
  await ann.patch(general, { topic: 'a topic', rate_limit_per_user: 3 })
  const made = await ann.post<{ id: string }>(`/guilds/${lab.guildId('lab')}/channels`, { name: 'made', type: 2 })
  await ann.patch(`/guilds/${lab.guildId('lab')}/roles/${lab.roleId('lab', 'red')}`, {
    color: 0xff0000,
    permissions: '1024',
  })
  await ann.patch(`/guilds/${lab.guildId('lab')}/members/${lab.userId('bob')}`, { nick: 'Bobby' })
  await ann.delete(`/channels/${made.body.id}`)
  await bob.post(`${general}/typing`)
  await ann.patch(`/guilds/${lab.guildId('lab')}`, { description: 'the end' })

  const isEnd = (d: unknown) => JSON.stringify(plain(d)).includes('the end')
  const told: unknown[][] = []
  for (const [index, gateway] of sessions.entries()) {
    await gateway.next((frame) => named('GUILD_AUDIT_LOG_ENTRY_CREATE')(frame) && isEnd(frame.d))
    const frames = gateway.frames.slice(from[index]).filter((frame) => frame.t !== 'PRESENCE_UPDATE')
    told.push(frames.map(({ t, d }) => plain({ t, d })) as unknown[])
  }
  assert.ok((told[0]?.length ?? 0) >= texts.length + 6, `${told[0]?.length} events`)
  for (const [index, { name }] of TRANSPORTS.entries()) assert.deepEqual(told[index], told[0], name)
  await Promise.all(sessions.map((gateway) => gateway.close()))
})

test('op 7 comes before a shutdown, by every transport, and the close keeps the session', async () => {
  const lab = await startLab()
  const sessions = await Promise.all(
    TRANSPORTS.map(({ query, payload }) => lab.session('app', { compress: payload === true }, query)),
  )
  const early = await lab.connect()
  await early.next(10)
  await lab.platform.close()
  for (const [index, gateway] of [...sessions, early].entries()) {
    await gateway.next(7)
    const { code } = await gateway.closed
    assert.ok(code !== 1000 && code !== 1001, `${TRANSPORTS[index]?.name}: ${code}`)
  }
})

test('[GW-14] GET /gateway/bot counts starts, which begin anew after a day', async () => {
  const applications = { app: { owner: 'ann', bot: {}, max_concurrency: 16 } }
  const world = { users: { ann: {} }, applications, guilds: {} }
  await using lab = await startLab({ world: world as never, rateLimits: 'documented' })
  const info = async () => (await lab.bot('app').get<Record<string, unknown>>('/gateway/bot')).body
  const fresh = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 16 }
  assert.deepEqual(await info(), { url: lab.platform.gateway, shards: 1, session_start_limit: fresh })
  assert.deepEqual((await lab.bot('app').get('/gateway')).body, { url: lab.platform.gateway })
  await (await lab.session('app', { intents: 0 })).close()
  const limit = (await info()).session_start_limit as typeof fresh
  assert.equal(limit.remaining, 999)
  assert.ok(limit.reset_after > 86_000_000 && limit.reset_after <= 86_400_000, String(limit.reset_after))
  lab.platform.clock.advance(86_400_000)
  assert.deepEqual((await info()).session_start_limit, fresh)
})

test('[GW-14] the 1,001st Identify of a day is refused, for that bot only', async () => {
  const applications = { app: { owner: 'ann', bot: {}, max_concurrency: 1000 }, plain: { owner: 'ann', bot: {} } }
  const world = { users: { ann: {} }, applications, guilds: {} }
  await using lab = await startLab({ world: world as never, rateLimits: 'documented' })
  for (let base = 0; base < 1000; base += 50) {
    const batch = Array.from({ length: 50 }, async (_, index) => {
      const gateway = await lab.session('app', { intents: 0, shard: [base + index, 2000] })
      await gateway.close()
    })
    await Promise.all(batch)
  }
  const late = await lab.connect()
  await late.next(10)
  late.send(2, { token: lab.token('app'), intents: 0, properties: {}, shard: [1999, 2000] })
  assert.equal((await late.next(9)).d, false)
  await (await lab.session('plain', { intents: 0 })).close()
  lab.platform.clock.advance(86_400_000)
  await late.identify({ token: lab.token('app'), intents: 0 })
  await late.close()
})

test('[GW-14] max_concurrency: shards of one remainder wait five seconds for each other', async () => {
  await using lab = await startLab({ rateLimits: 'documented' })
  lab.platform.clock.freeze()
  const start = async (shard: number) => {
    const gateway = await lab.connect()
    await gateway.next(10)
    gateway.send(2, { token: lab.token('app'), intents: 0, properties: {}, shard: [shard, 16] })
    const answer = await gateway.next((frame) => frame.op === 9 || frame.t === 'READY')
    await gateway.close()
    return answer.t === 'READY'
  }
  assert.deepEqual(await Promise.all([0, 1, 2, 3].map(start)), [true, true, true, true])
  assert.deepEqual(await Promise.all([4, 5, 6, 7, 0].map(start)), [false, false, false, false, false])
  lab.platform.clock.advance(4_900)
  assert.equal(await start(4), false)
  lab.platform.clock.advance(100)
  assert.deepEqual(await Promise.all([4, 5, 6, 7].map(start)), [true, true, true, true])
})

test('[GW-10] [GW-12] [VCI-4] [EVT-4] op 43 and op 31 answer for guilds that the session is in, and survive the rest', async () => {
  await using lab = await startLab()
  const gateway = await lab.session('plain', { intents: Intent.GUILDS })
  await gateway.next('GUILD_CREATE')
  const lab_id = lab.guildId('lab')
  gateway.send(43, { guild_id: lab_id, fields: [] })
  const info = await gateway.next<{ guild_id: string; channels: unknown[] }>('CHANNEL_INFO')
  assert.deepEqual([info.d.guild_id, info.d.channels], [lab_id, []])
  gateway.send(31, { guild_ids: [lab_id, lab.guildId('den'), '5'] })
  const sounds = await gateway.next<{ guild_id: string; soundboard_sounds: unknown[] }>('SOUNDBOARD_SOUNDS')
  assert.deepEqual([sounds.d.guild_id, sounds.d.soundboard_sounds], [lab_id, []])
  const before = gateway.seq
  for (const guild_id of [lab.guildId('den'), '5', { toString: 1, valueOf: 1 }, [{ toString: 1 }], null, 1e300]) {
    gateway.send(43, { guild_id, fields: ['status'] })
    gateway.send(31, { guild_ids: [guild_id] })
  }
  gateway.send(1, null)
  await gateway.next(11)
  assert.equal(gateway.seq, before, 'nothing was said of guilds that the session is not in')
  await gateway.close()
})

/** The control API: the clock, people, and faults as an unmodified client library meets them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe } from 'node:test'
import { type Api, api, RawGateway } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits, type TextChannel } from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { onlyOneNode } from '../support/only-one-node.ts'
import { startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] },
  },
  guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}
const INTENTS = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages | GatewayIntentBits.MessageContent
const WAIT_MAX_MS = 30_000

/** Returns the message of the first fault of a field. */
function faultOf({ body }: { body: unknown }, field: string): string | undefined {
  const faults = body as { errors?: Record<string, { _errors: { message: string }[] }> } | null
  return faults?.errors?.[field]?._errors[0]?.message
}
const MINUTE_MS = 60_000
const ONE_NODE = onlyOneNode('each has request faults for itself')

const test = guildhallTest({ world })
const { platform } = test

describe('the control API', () => {
  let bot: Client<true>
  const control = () => api(platform.control.url, `Bearer ${platform.control.key}`)
  const token = () => platform.app.token
  const annToken = () => platform.ann.token
  const channelId = () => platform.lab.general.id
  const event = (name: string) => once(bot as never, name, { signal: AbortSignal.timeout(WAIT_MAX_MS) })
  const gatewayFault = async (body: object) => {
    const application_id = platform.app.applicationId
    const { status, body: result } = await control().post('/gateway/faults', { application_id, ...body })
    assert.deepEqual([status, result], [200, { sessions: 1 }])
  }

  before(async () => {
    await test.start()
    bot = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
      rest: { api: platform.api, rejectOnRateLimit: null },
    })
    const ready = event(Events.ClientReady)
    await bot.login(token())
    await ready
  })
  after(async () => {
    await bot?.destroy()
  })

  test('requests without the key read and change nothing, and pages of other origins get no permission', async () => {
    const before = platform.clock.now()
    const bodies = {
      '/clock': { advance_ms: MINUTE_MS },
      '/tokens': { username: 'ann' },
      '/people': { username: 'eve' },
    }
    for (const authorization of [undefined, '', 'Bearer', 'Bearer wrong', `Bot ${token()}`, annToken()]) {
      const caller = api(platform.control.url, authorization)
      const isRefused = ({ status }: { status: number }) => status === 401 || status === 403
      assert.ok(isRefused(await caller.get('/clock')), `${authorization}`)
      assert.ok(isRefused(await caller.patch('/clock', bodies['/clock'])))
      for (const path of ['/tokens', '/people'] as const) assert.ok(isRefused(await caller.post(path, bodies[path])))
      assert.ok(isRefused(await caller.post('/gateway/faults', { type: 'drop' })))
      assert.ok([401, 404].includes((await caller.get('/no-such-thing')).status))
    }
    assert.ok(platform.clock.now() - before < MINUTE_MS)
    const asked = await fetch(`${platform.control.url}/clock`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' },
    })
    assert.equal(asked.headers.get('access-control-allow-origin'), null)
    const read = await fetch(`${platform.control.url}/clock`, {
      headers: { origin: 'https://evil.example', authorization: `Bearer ${platform.control.key}` },
    })
    assert.equal(read.headers.get('access-control-allow-origin'), null)
  })

  test('is not served at a public address or behind a proxy, unless it is asked for', async () => {
    const statusOf = async (options: object) => {
      await using other = await startPlatform({ world, ...options })
      return (await api(other.control.url, `Bearer ${other.control.key}`).get('/clock')).status
    }
    for (const options of [{ host: '0.0.0.0' }, { trustProxy: ['127.0.0.1'] }])
      assert.deepEqual([await statusOf(options), await statusOf({ ...options, control: true })], [404, 200])
  })

  test('moves, stops and starts the clock; the date never moves back', async () => {
    const { body: first } = await control().get<{ now: string; frozen: boolean }>('/clock')
    const { body: frozen } = await control().patch<{ now: string }>('/clock', { frozen: true, advance_ms: MINUTE_MS })
    assert.ok(Date.parse(frozen.now) - Date.parse(first.now) >= MINUTE_MS)
    assert.deepEqual((await control().get('/clock')).body, { now: frozen.now, frozen: true })
    const sent = await api(platform.api, annToken()).post(`/channels/${channelId()}/messages`, { content: 'later' })
    assert.equal(sent.body.timestamp, frozen.now)
    const back = await control().patch('/clock', { now: first.now })
    assert.deepEqual([back.status, back.code], [400, 50035])
    const resumed = await control().patch<{ frozen: boolean }>('/clock', { frozen: false })
    assert.equal(resumed.body.frozen, false)
  })

  test('the clock moves no further than ids can hold its date', async () => {
    await using other = await startPlatform({ world, rateLimits: 'off' })
    const operator = api(other.control.url, `Bearer ${other.control.key}`)
    const { body: before } = await operator.get<{ now: string }>('/clock')
    for (const change of [{ advance_ms: 100 * 31_557_600_000 }, { now: '9999-12-31T00:00:00Z', frozen: true }]) {
      const { status, code } = await operator.patch('/clock', change)
      assert.deepEqual([status, code], [400, 50035])
    }
    const { body: after } = await operator.get<{ now: string; frozen: boolean }>('/clock')
    assert.ok(Date.parse(after.now) - Date.parse(before.now) < MINUTE_MS && !after.frozen)
    assert.equal((await operator.patch('/clock', { now: '2083-01-01T00:00:00Z' })).status, 200)
    assert.equal((await operator.post('/people', { username: 'eve' })).status, 200)
  })

  test('adds people, and gives a token for anyone', async () => {
    const { body: eve } = await control().post<{ token: string; user_id: string }>('/people', { username: 'eve' })
    const self = await api(platform.api, eve.token).get('/users/@me')
    assert.deepEqual([self.body.id, self.body.username], [eve.user_id, 'eve'])
    assert.equal((await control().post('/people', { username: 'eve' })).status, 400)
    const { body: more } = await control().post<{ token: string }>('/tokens', { username: 'ann' })
    assert.equal((await api(platform.api, more.token).get('/users/@me')).body.username, 'ann')
    assert.equal((await api(platform.api, annToken()).get('/users/@me')).status, 200, 'the former token stays')
    const application_id = platform.app.applicationId
    const { body: second } = await control().post<{ token: string }>('/tokens', { application_id })
    assert.equal((await api(platform.api, `Bot ${second.token}`).get('/users/@me')).body.bot, true)
    assert.equal((await control().post('/tokens', { username: 'nobody' })).status, 404)
    assert.equal((await control().post('/tokens', {})).status, 400)
  })

  test('lists people, applications and guilds', async () => {
    const { body } = await control().get<Record<string, Record<string, string>[]>>('/directory')
    const { users, applications, guilds } = platform.world ?? assert.fail()
    assert.deepEqual(body.people?.[0], { id: users.ann?.id, username: 'ann', global_name: null })
    assert.deepEqual(body.applications, [{ id: applications.app?.id, name: 'app', bot_id: applications.app?.bot?.id }])
    assert.deepEqual(body.guilds, [{ id: guilds.lab?.id, name: 'lab', owner_id: users.ann?.id }])
    assert.equal((await api(platform.control.url, annToken()).get('/directory')).status, 401)
  })

  test('discord.js resumes after a cut connection, op 7 and a resumable op 9, and identifies after another op 9', async () => {
    for (const body of [{ type: 'drop' }, { type: 'reconnect' }, { type: 'close', code: 4000 }]) {
      const resumed = event(Events.ShardResume)
      await gatewayFault(body)
      await resumed
    }
    const resumed = event(Events.ShardResume)
    await gatewayFault({ type: 'invalid_session', resumable: true })
    await resumed
    const ready = event(Events.ShardReady)
    await gatewayFault({ type: 'invalid_session', resumable: false })
    await ready
    const created = event(Events.MessageCreate)
    await api(platform.api, annToken()).post(`/channels/${channelId()}/messages`, { content: 'still here' })
    await created
  })

  test('frames are dropped, doubled and delayed, and keep their numbers', async () => {
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token: token(), intents: INTENTS })
    await gateway.next('GUILD_CREATE')
    const { body: sessions } = await control().get<{ session_id: string; connected: boolean }[]>('/gateway/sessions')
    assert.ok(sessions.some(({ session_id }) => session_id === gateway.sessionId))
    const send = async (content: string) => {
      await api(platform.api, annToken()).post(`/channels/${channelId()}/messages`, { content })
    }
    const fault = (body: object) => control().post('/gateway/faults', { session_id: gateway.sessionId, ...body })
    const next = async () => {
      const { d, s } = await gateway.next<{ content: string }>('MESSAGE_CREATE')
      return { content: d.content, seq: s ?? 0 }
    }
    await send('a')
    const first = await next()
    await fault({ type: 'drop_frames', frames: 2 })
    for (const content of ['b', 'c', 'd']) await send(content)
    assert.deepEqual(await next(), { content: 'd', seq: first.seq + 3 })
    await fault({ type: 'duplicate_frames' })
    await send('e')
    assert.deepEqual(
      [await next(), await next()],
      [4, 4].map((step) => ({ content: 'e', seq: first.seq + step })),
    )
    await fault({ type: 'delay_frames', frames: 2, delay_ms: 50 })
    for (const content of ['f', 'g', 'h']) await send(content)
    const delayed = [await next(), await next(), await next()]
    assert.deepEqual(
      delayed.map(({ content }) => content),
      ['f', 'g', 'h'],
    )
    await gateway.close()
  })

  test('requests fail or are rate limited as often as asked; discord.js waits and tries again', ONE_NODE, async () => {
    const channel = (await bot.channels.fetch(channelId())) as TextChannel
    const path = '/channels/:id/messages'
    for (const scope of ['user', 'global', 'shared']) {
      await control().post('/requests/faults', { method: 'POST', path, status: 429, scope, retry_after: 0.05 })
      assert.equal((await channel.send(`after ${scope}`)).content, `after ${scope}`)
    }
    assert.deepEqual((await control().get('/requests/faults')).body, [], 'each applied once')
    await control().post('/requests/faults', { path, status: 503, count: 2, delay_ms: 10 })
    assert.equal((await channel.send('after errors')).content, 'after errors')
    const { body: fault } = await control().post<{ id: number }>('/requests/faults', {
      path,
      status: 403,
      code: 50013,
      count: null,
    })
    await assert.rejects(channel.send('refused'), { code: 50013 })
    await assert.rejects(channel.send('refused'), { code: 50013 })
    const { body: listed } = await control().get('/requests/faults')
    assert.deepEqual(listed, [{ id: fault.id, path, count: null, delay_ms: 0, status: 403 }])
    assert.equal((await control().delete(`/requests/faults/${fault.id}`)).status, 204)
    assert.equal((await control().delete(`/requests/faults/${fault.id}`)).status, 404)
    assert.equal((await channel.send('back')).content, 'back')
    const { status } = await control().post('/requests/faults', { path: 'channels/*/messages', status: 500 })
    assert.equal(status, 400, 'a path without a slash would never match')
    assert.deepEqual((await control().get('/requests/faults')).body, [])
  })

  test('a request that a fault delays goes on once faults are removed, and no end waits for it', ONE_NODE, async () => {
    // A 503 is no documented response.
    const other = await startPlatform({ world, rateLimits: 'off', observe: () => undefined })
    const operator = api(other.control.url, `Bearer ${other.control.key}`)
    const ann = api(other.api, other.world?.users.ann?.token)
    /** Returns a request that waits: an async function would wait for it, too. */
    const delayed = async () => {
      await operator.post('/requests/faults', { path: '/users/@me', delay_ms: 600_000, status: 500 })
      const response = ann.get('/users/@me')
      while ((await operator.get<unknown[]>('/requests/faults')).body.length > 0);
      return { response }
    }
    const first = await delayed()
    assert.equal((await operator.delete('/requests/faults')).status, 204)
    assert.equal((await first.response).status, 200)
    const second = await delayed()
    assert.equal((await operator.post('/reset', {})).status, 200)
    assert.equal((await second.response).status, 503)
    const third = await delayed()
    await other.close()
    assert.equal((await third.response).status, 200)
  })

  test('every operation rejects unknown fields of query and body, and names the field that was meant', async () => {
    const { body } = await control().get<{ paths: Record<string, Record<string, unknown>> }>('/openapi.json')
    for (const [pattern, methods] of Object.entries(body.paths)) {
      const path = pattern.replaceAll(/\{\w+\}/g, '1')
      for (const method of Object.keys(methods) as (keyof Api)[]) {
        const inQuery = await control()[method](`${path}?unknown_field=1`)
        assert.deepEqual([inQuery.status, faultOf(inQuery, 'unknown_field')], [400, 'unknown key'], `${method} ${path}`)
        if (method === 'get') continue
        const inBody = await control()[method](path, { unknown_field: 1 })
        assert.deepEqual([inBody.status, faultOf(inBody, 'unknown_field')], [400, 'unknown key'], `${method} ${path}`)
      }
    }
    const misspelt = await control().post('/requests/faults', { pth: '/users/@me', status: 500 })
    assert.equal(faultOf(misspelt, 'pth'), 'unknown key; did you mean path?')
    assert.deepEqual((await control().get('/requests/faults')).body, [], 'a refused fault is not added')
    assert.equal((await api(platform.api, `Bot ${token()}`).get('/v10/users/@me')).status, 200)
    const hostile = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`path${index}`, 1]))
    assert.equal((await control().post('/requests/faults', hostile)).status, 400)
  })

  test('describes itself', async () => {
    const { status, body } = await control().get<{ paths: Record<string, object> }>('/openapi.json')
    assert.equal(status, 200)
    assert.ok(body.paths['/clock'] && body.paths['/gateway/faults'])
    assert.equal((await api(platform.control.url).get('/openapi.json')).status, 401)
  })
})

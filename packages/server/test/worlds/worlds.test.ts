/** Reset, snapshots and named worlds of the control API. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { api, multipart, RawGateway } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'
import { testStore } from '../support/test-store.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] } },
  guilds: { lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}
const DAY_MS = 86_400_000
const GUILDS = 1

async function start(options: object = {}) {
  const platform = await startPlatform({ world, databaseUrl: null, ...options })
  const general = `/channels/${platform.lab.general.id}`
  return { platform, general, control: controlOf(platform), ann: platform.ann.api }
}

function controlOf({ control }: { control: { url: string; key: string } }) {
  return api(control.url, `Bearer ${control.key}`)
}

const contents = (messages: unknown) => (messages as { content: string }[]).map(({ content }) => content)

describe('worlds of the control API', () => {
  test('POST /control/reset returns rows, files, faults and the platform date to the start', async () => {
    const { platform, general, control, ann } = await start()
    await using _ = platform
    const guild = `/guilds/${platform.lab.id}`
    const before = (await ann.get(`${guild}/channels`)).body
    const date = platform.clock.now()
    const sent = await ann.post<{ id: string; attachments: { url: string }[] }>(
      `${general}/messages`,
      multipart({ content: 'hello' }, [{ name: 'a.txt', data: 'text' }]),
    )
    const url = sent.body.attachments[0]?.url ?? ''
    assert.equal((await fetch(url)).status, 200)
    assert.equal((await ann.post(`${guild}/channels`, { name: 'more' })).status, 201)
    await control.post('/requests/faults', { status: 500, count: null })
    await control.patch('/clock', { advance_ms: DAY_MS, frozen: true })
    const reset = await control.post<{ duration_ms: number }>('/reset', {})
    assert.equal(reset.status, 200)
    assert.equal(typeof reset.body.duration_ms, 'number')
    assert.deepEqual((await ann.get(`${guild}/channels`)).body, before)
    assert.deepEqual((await ann.get(`${general}/messages`)).body, [])
    assert.equal((await fetch(url)).status, 404)
    assert.deepEqual([platform.clock.frozen, platform.clock.now() - date < DAY_MS], [false, true])
    const again = await ann.post<{ id: string }>(`${general}/messages`, { content: 'again' })
    assert.notEqual(again.body.id, sent.body.id, 'client libraries drop a message whose id they know')
  })

  test('tokens that people and bots got after the start stay valid', async () => {
    const { platform, control } = await start()
    await using _ = platform
    const { app } = platform.world?.applications ?? {}
    const issued = await Promise.all([
      control.post<{ token: string }>('/tokens', { application_id: app?.id }),
      control.post<{ token: string }>('/tokens', { username: 'bob' }),
    ])
    const [bot, bob] = issued.map(({ body }) => body.token)
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token: bot ?? '', intents: GUILDS })
    assert.equal((await control.post('/reset', {})).status, 200)
    await gateway.next('GUILD_DELETE')
    await gateway.next('GUILD_CREATE')
    assert.equal((await api(platform.api, bob).get('/users/@me')).status, 200)
    await gateway.close()
  })

  test('requests in flight during a reset finish or fail, and those that arrive meanwhile see the new world', async () => {
    const { platform, general, control, ann } = await start({ rateLimits: 'off' })
    await using _ = platform
    const posted = Array.from({ length: 20 }, (_each, n) => ann.post(`${general}/messages`, { content: `${n}` }))
    const reset = control.post('/reset', {})
    const late = Array.from({ length: 20 }, () => ann.get(`${general}`))
    assert.equal((await reset).status, 200)
    for (const { status } of await Promise.all(posted)) assert.ok(status === 200 || status === 503, `${status}`)
    for (const { status } of await Promise.all(late)) assert.ok(status === 200 || status === 503, `${status}`)
    assert.equal((await control.post('/reset', {})).status, 200)
    assert.deepEqual((await ann.get(`${general}/messages`)).body, [])
  })

  test('several resets at once all succeed, one after another', async () => {
    const { platform, control } = await start()
    await using _ = platform
    const resets = await Promise.all(Array.from({ length: 4 }, () => control.post('/reset', {})))
    assert.deepEqual(
      resets.map(({ status }) => status),
      [200, 200, 200, 200],
    )
  })

  test("a person's session and a game's have to identify again; a token of no start is refused with 4004", async () => {
    const { platform, control } = await start()
    await using _ = platform
    const ann = await platform.ann.opens()
    const { body: eve } = await control.post<{ token: string }>('/people', { username: 'eve' })
    const added = await RawGateway.connect(platform.gateway)
    await added.identify({ token: eve.token })
    assert.equal((await control.post('/reset', {})).status, 200)
    assert.equal((await ann.next(9)).d, false)
    assert.equal((await added.closed).code, 4004)
    assert.equal((await api(platform.api, eve.token).get('/users/@me')).status, 401)
    const again = await platform.ann.opens()
    await again.close()
    await ann.close()
  })

  test("a bot's session stays, resumable too; its guilds become unavailable and available, new ones end", async () => {
    const { platform, control, ann } = await start({ rateLimits: 'off' })
    await using _ = platform
    const token = platform.app.token
    const id = platform.lab.id
    const [bot, away] = [await RawGateway.connect(platform.gateway), await RawGateway.connect(platform.gateway)]
    for (const each of [bot, away]) {
      await each.identify({ token, intents: GUILDS })
      await each.next('GUILD_CREATE')
    }
    await away.drop()
    const { body: channel } = await ann.post<{ id: string }>(`/guilds/${id}/channels`, { name: 'more' })
    await bot.next('CHANNEL_CREATE')
    assert.equal((await control.post('/reset', {})).status, 200)
    for (const each of [bot, await away.resume()]) {
      assert.equal((await each.next<{ id: string }>('CHANNEL_DELETE')).d.id, channel.id)
      assert.deepEqual((await each.next('GUILD_DELETE')).d, { id, unavailable: true })
      const { d } = await each.next<{ id: string; channels: object[] }>('GUILD_CREATE')
      assert.deepEqual([d.id, d.channels.length], [id, 1])
    }
    assert.equal((await api(platform.api, `Bot ${token}`).delete(`/users/@me/guilds/${id}`)).status, 204)
    await bot.next('GUILD_DELETE')
    await control.put('/snapshots/left')
    await control.post('/reset', {})
    await bot.next('GUILD_CREATE')
    await control.post('/snapshots/left/restore', {})
    assert.deepEqual((await bot.next('GUILD_DELETE')).d, { id })
    assert.equal((await control.post('/reset', { bots: 'reconnect' })).status, 200)
    assert.equal((await bot.next(9)).d, false)
    await bot.close()
  })

  test('a snapshot is restored with its rows, files and date, as often as wanted, until it is deleted', async () => {
    const { platform, general, control, ann } = await start()
    await using _ = platform
    const form = multipart({ content: 'kept' }, [{ name: 'a.txt', data: 'text' }])
    const { body: kept } = await ann.post<{ id: string; attachments: { url: string }[] }>(`${general}/messages`, form)
    await control.patch('/clock', { frozen: true, advance_ms: DAY_MS })
    const { status, body: taken } = await control.put<{ name: string; date: string; bytes: number }>('/snapshots/one')
    assert.equal(status, 200)
    assert.deepEqual((await control.get('/snapshots')).body, [taken])
    for (let time = 0; time < 2; time += 1) {
      await control.patch('/clock', { advance_ms: DAY_MS })
      await ann.delete(`${general}/messages/${kept.id}`)
      await ann.post(`${general}/messages`, { content: 'later' })
      assert.equal((await control.post('/snapshots/one/restore', {})).status, 200)
      const messages = (await ann.get<{ attachments: { url: string }[] }[]>(`${general}/messages`)).body
      assert.deepEqual(contents(messages), ['kept'])
      assert.equal(await (await fetch(messages[0]?.attachments[0]?.url ?? '')).text(), 'text')
      assert.deepEqual((await control.get('/clock')).body, { now: taken.date, frozen: true })
    }
    assert.equal((await control.post('/reset', {})).status, 200)
    assert.deepEqual((await ann.get(`${general}/messages`)).body, [])
    assert.equal((await control.post('/snapshots/one/restore', {})).status, 200, 'a reset keeps snapshots')
    assert.equal((await control.delete('/snapshots/one')).status, 204)
    assert.equal((await control.post('/snapshots/one/restore', {})).status, 404)
    assert.equal((await control.delete('/snapshots/one')).status, 404)
  })

  test('invalid names and options are refused, and snapshots are bounded', async () => {
    const { platform, control } = await start()
    await using _ = platform
    for (const name of ['..', '@start', 'a.b', '%2e%2e%2fa', 'x'.repeat(65)])
      assert.ok([400, 404].includes((await control.put(`/snapshots/${name}`)).status), name)
    assert.equal((await control.post('/reset', { bots: 'fly' })).status, 400)
    for (let n = 0; n < 20; n += 1) assert.equal((await control.put(`/snapshots/s${n}`)).status, 200)
    assert.equal((await control.put('/snapshots/s20')).status, 400)
    assert.equal((await control.put('/snapshots/s3')).status, 200, 'one of the same name is replaced')
    for (const path of ['/reset', '/snapshots/s3/restore'])
      assert.equal((await api(platform.control.url).post(path, {})).status, 401)
  })

  test('snapshots are bounded also when many are taken at once', async () => {
    const { platform, control } = await start()
    await using _ = platform
    const taken = await Promise.all(Array.from({ length: 24 }, (_each, n) => control.put(`/snapshots/s${n}`)))
    assert.deepEqual(taken.map(({ status }) => status).sort(), [...Array(20).fill(200), ...Array(4).fill(400)])
    assert.equal((await control.get<unknown[]>('/snapshots')).body.length, 20)
  })

  test('a snapshot that is deleted or replaced during its restore is restored whole', async () => {
    const { platform, general, control, ann } = await start({ rateLimits: 'off' })
    await using _ = platform
    const form = multipart({ content: 'kept' }, [{ name: 'a.txt', data: 'text' }])
    assert.equal((await ann.post(`${general}/messages`, form)).status, 200)
    for (let time = 0; time < 5; time += 1) {
      assert.equal((await control.put('/snapshots/one')).status, 200)
      const restored = control.post('/snapshots/one/restore', {})
      const [removed, again] = [control.delete('/snapshots/one'), control.put('/snapshots/one')]
      // The order of the three is open. Rows and files come from one copy in each.
      assert.ok([200, 404].includes((await restored).status))
      assert.deepEqual(
        [(await removed).status, (await again).status].map((status) => status < 500),
        [true, true],
      )
      const { body } = await ann.get<{ attachments: { url: string }[] }[]>(`${general}/messages`)
      assert.equal(await (await fetch(body[0]?.attachments[0]?.url ?? '')).text(), 'text')
    }
  })

  test('a data folder is reset to the state in which the process started', async () => {
    const data = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
    try {
      const { platform, general, control, ann } = await start({ data })
      await ann.post(`${general}/messages`, { content: 'gone' })
      assert.equal((await control.post('/reset', {})).status, 200)
      assert.deepEqual((await ann.get(`${general}/messages`)).body, [])
      await ann.post(`${general}/messages`, { content: 'kept' })
      const { key } = platform.control
      await platform.close()
      const second = await start({ data })
      await using _ = second.platform
      assert.equal(second.platform.control.key, key)
      assert.deepEqual(contents((await second.ann.get(`${general}/messages`)).body), ['kept'])
      assert.equal((await second.control.post('/reset', {})).status, 200)
      assert.deepEqual(contents((await second.ann.get(`${general}/messages`)).body), ['kept'])
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })

  test('named worlds are independent platforms with their own ports, keys and clocks', async () => {
    const { platform, general, control, ann } = await start()
    await using _ = platform
    const before = platform.clock.now()
    type Named = {
      name: string
      ready: { api: string; url: string; control: { url: string; key: string }; world: unknown }
    }
    const { status, body: other } = await control.post<Named>('/worlds', { name: 'other', world })
    assert.equal(status, 201)
    const theirs = other.ready.world as typeof platform.world
    const otherControl = controlOf(other.ready)
    assert.equal(
      (await controlOf({ control: { ...platform.control, url: other.ready.control.url } }).get('/clock')).status,
      401,
    )
    await otherControl.patch('/clock', { advance_ms: DAY_MS })
    assert.ok(platform.clock.now() - before < DAY_MS)
    const otherAnn = api(other.ready.api, theirs?.users.ann?.token)
    await otherAnn.post(`/channels/${theirs?.guilds.lab?.channels.general?.id}/messages`, { content: 'there' })
    assert.deepEqual((await ann.get(`${general}/messages`)).body, [])
    const names = async () => (await control.get<Named[]>('/worlds')).body.map(({ name }) => name)
    assert.deepEqual(await names(), ['main', 'other'])
    assert.equal((await control.post('/worlds', { name: 'other' })).status, 400)
    assert.equal((await control.post('/worlds', { name: 'main' })).status, 400)
    assert.equal((await control.post('/worlds', { name: 'faulty', world: { users: { ann: { age: 3 } } } })).status, 400)
    assert.equal((await otherControl.delete('/worlds/main')).status, 400)
    assert.equal((await control.delete('/worlds/other')).status, 204)
    assert.equal((await control.delete('/worlds/other')).status, 404)
    assert.deepEqual(await names(), ['main'])
    await assert.rejects(fetch(other.ready.url))
  })

  test('a named world that ends itself responds first', async () => {
    const { platform, control } = await start()
    await using _ = platform
    const { body: own } = await control.post<{ ready: { url: string; control: { url: string; key: string } } }>(
      ...(['/worlds', { name: 'own', world }] as const),
    )
    assert.equal((await controlOf(own.ready).delete('/worlds/own')).status, 204)
    assert.equal((await control.get<unknown[]>('/worlds')).body.length, 1)
    assert.equal((await control.post('/worlds', { name: 'own', world })).status, 201)
  })

  test('a world in PostgreSQL cannot be reset, and the refusal says so', async (t) => {
    const store = await testStore()
    try {
      if (!store.databaseUrl) return t.skip('no PostgreSQL in this run')
      const { platform, control } = await start({ databaseUrl: store.databaseUrl })
      await using _ = platform
      const { status, body } = await control.post('/reset', {})
      assert.equal(status, 400)
      assert.match(JSON.stringify(body), /PostgreSQL/)
      assert.equal((await control.put('/snapshots/one')).status, 400)
    } finally {
      await store.drop()
    }
  })
})

/** The tape: requests and gateway frames as the operator reads them, without credentials. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { startPlatform } from '../support/platform.ts'
import { assertHarEntry, type HarEntry, linesOf, secretsOf } from '../support/tape.ts'

const world = {
  users: { ann: { password: 'correct horse' }, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}
const WAIT_MAX_MS = 30_000

interface TapeRecord {
  id: number
  at: string
  date: string
  kind: string
  title: string
  direction: string
  application_id: string | null
  guild_id: string | null
  user_id: string | null
  session_id: string | null
  status: number | null
  duration_ms: number | null
  bytes: number
}
interface TapeList {
  recording: boolean
  began_at: string
  first_id: number | null
  last_id: number | null
  records: TapeRecord[]
}

const test = guildhallTest({ world, tape: false })
const { platform } = test

describe('the tape', () => {
  const control = () => api(platform.control.url, `Bearer ${platform.control.key}`)
  const ann = () => platform.ann.api
  const botToken = () => platform.app.token
  const application = () => platform.world?.applications.app
  const channelId = () => platform.lab.general.id
  const list = async (query = '') => (await control().get<TapeList>(`/tape${query}`)).body
  const details = async ({ id }: { id: number }) =>
    (await control().get<{ details: unknown }>(`/tape/${id}`)).body.details

  test('nothing is recorded before recording is turned on, and no one reads it without the key', async () => {
    await ann().get('/users/@me')
    const { began_at } = await list()
    assert.ok(Date.parse(began_at) <= Date.now())
    assert.deepEqual(await list(), { recording: false, began_at, first_id: null, last_id: null, records: [] })
    const stranger = api(platform.control.url, `Bot ${botToken()}`)
    for (const { status } of [
      await stranger.get('/tape'),
      await stranger.patch('/tape', { recording: true }),
      await stranger.delete('/tape'),
      await stranger.get('/tape/1'),
    ]) {
      assert.ok(status === 401 || status === 403)
    }
    const turnedOn = await control().patch<TapeList>('/tape', { recording: true })
    assert.deepEqual([turnedOn.status, turnedOn.body.recording], [200, true])
  })

  test('a request is recorded with its caller, bodies and headers; requests of the operator are not', async () => {
    const sent = await ann().post<{ id: string }>(`/channels/${channelId()}/messages`, { content: 'hello tape' })
    const { records } = await list('?kind=request&text=HELLO')
    assert.deepEqual(
      records.map(({ title, status, user_id }) => [title, status, user_id]),
      [[`POST /channels/${channelId()}/messages`, 200, platform.ann.id]],
    )
    const { request, response } = (await details(records[0] as TapeRecord)) as Record<string, unknown>
    const { body, headers } = request as { body: object; headers: Record<string, string> }
    assert.deepEqual(body, { content: 'hello tape' })
    assert.equal(headers.authorization, '[hidden]')
    const answer = response as { status: number; body: { id: string }; headers: object }
    assert.deepEqual([answer.status, answer.body.id], [200, sent.body.id])
    assert.ok('content-type' in answer.headers)
    assert.ok((await list()).records.every(({ title }) => !title.includes('control')))
  })

  test('refusals, unknown paths and bodies that are no JSON are recorded', async () => {
    await ann().get('/channels/1')
    await ann().get('/no/such/path')
    await fetch(`${platform.api}/channels/${channelId()}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: platform.ann.token },
      body: '{"token":"abcdefgh',
    })
    const { records } = await list('?kind=request')
    const last = records.slice(-3).map(({ title, status }) => [title, status])
    assert.deepEqual(last, [
      ['GET /channels/1', 404],
      ['GET /no/such/path', 404],
      [`POST /channels/${channelId()}/messages`, 400],
    ])
    const { request } = (await details(records.at(-1) as TapeRecord)) as { request: { body: string } }
    assert.equal(request.body, '{"token":"[hidden]')
  })

  test('the tape records names and sizes of the files of a multipart body', async () => {
    const form = new FormData()
    form.set('payload_json', JSON.stringify({ content: 'with a file' }))
    form.set('files[0]', new Blob(['contents of the file']), 'notes.txt')
    const headers = { authorization: platform.ann.token }
    await fetch(`${platform.api}/channels/${channelId()}/messages`, { method: 'POST', headers, body: form })
    const { records } = await list('?text=notes.txt')
    const { request } = (await details(records[0] as TapeRecord)) as { request: Record<string, unknown> }
    assert.deepEqual(request.body, { content: 'with a file' })
    assert.deepEqual(request.body_parts, [{ name: 'files[0]', filename: 'notes.txt', bytes: 20 }])
    assert.deepEqual((await list('?text=contents+of+the+file')).records, [])
  })

  test('frames of discord.js are recorded in both directions, with their session', async () => {
    const bot = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api } })
    const ready = once(bot as never, Events.ClientReady, { signal: AbortSignal.timeout(WAIT_MAX_MS) })
    await bot.login(botToken())
    await ready
    const { records } = await list(`?kind=frame&user_id=${bot.user?.id}`)
    const titles = records.map(({ direction, title }) => `${direction} ${title}`)
    assert.deepEqual(titles.slice(0, 4), [
      'out op 10 HELLO',
      'in op 2 IDENTIFY',
      'out op 0 READY',
      'out op 0 GUILD_CREATE',
    ])
    const [, identify, , guild] = records as [TapeRecord, TapeRecord, TapeRecord, TapeRecord]
    assert.deepEqual(new Set(records.map(({ session_id }) => session_id)).size, 1)
    const command = (await details(identify)) as { op: number; payload: { token: string; intents: number } }
    assert.deepEqual([command.op, command.payload.token, command.payload.intents], [2, '[hidden]', 1])
    assert.equal(guild.guild_id, platform.lab.id)
    const dispatch = (await details(guild)) as { op: number; t: string; s: number; payload: { id: string } }
    assert.deepEqual([dispatch.op, dispatch.t, dispatch.s, dispatch.payload.id], [0, 'GUILD_CREATE', 2, guild.guild_id])
    await bot.destroy()
  })

  test('frames of ETF and compressed connections are read as JSON ones are', async () => {
    await control().delete('/tape')
    for (const options of [{ encoding: 'etf' }, { compress: 'zlib-stream' }, { compress: 'zstd-stream' }] as const) {
      const raw = await RawGateway.connect(platform.gateway, options)
      await raw.identify({ token: botToken(), intents: Intent.GUILDS })
      await raw.next('GUILD_CREATE')
      const { records } = await list(`?kind=frame&session_id=${raw.sessionId}`)
      const titles = records.map(({ title }) => title)
      assert.deepEqual(titles, ['op 10 HELLO', 'op 2 IDENTIFY', 'op 0 READY', 'op 0 GUILD_CREATE'])
      const ready = (await details(records[2] as TapeRecord)) as { payload: { session_id: string } }
      assert.equal(ready.payload.session_id, raw.sessionId)
      raw.send(99)
      assert.equal((await raw.closed).code, 4001)
      const { records: after } = await list(`?kind=frame&session_id=${raw.sessionId}`)
      assert.deepEqual(
        after.slice(4).map(({ title }) => title),
        ['op 99 unknown', 'close 4001 Unknown opcode.'],
      )
    }
  })

  test('filters select by kind, guild and range; an unknown kind is refused', async () => {
    const all = await list('?limit=1000')
    const [first, second] = all.records as [TapeRecord, TapeRecord]
    assert.deepEqual((await list(`?after=${first.id}&limit=1`)).records, [second])
    assert.deepEqual((await list(`?before=${second.id}`)).records, [first])
    assert.equal((await control().get('/tape?kind=nothing')).status, 400)
    assert.equal((await control().get('/tape/999999')).status, 404)
  })

  test('the stream sends records as they come, and ends with the platform', async () => {
    await using other = await startPlatform({ world, rateLimits: 'off', tape: true })
    const ended = new AbortController()
    const stream = await fetch(`${other.control.url}/tape/stream?kind=request&text=topical&details=true`, {
      headers: { authorization: `Bearer ${other.control.key}` },
      signal: ended.signal,
    })
    assert.equal(stream.headers.get('content-type'), 'application/x-ndjson')
    const lines = linesOf(stream)
    const person = api(other.api, other.world?.users.ann?.token)
    await person.get('/users/@me')
    await person.get('/users/1?topical')
    const { value } = await lines.next()
    const record = JSON.parse(value as string) as TapeRecord & { details: { response: { status: number } } }
    assert.deepEqual([record.title, record.details.response.status], ['GET /users/1?topical', 404])
    await other.close()
    assert.equal((await lines.next()).done, true)
  })

  test('HAR has the documented fields, NDJSON every record, and neither has a credential', async () => {
    const { body: webhook } = await ann().post<{ id: string; token: string }>(`/channels/${channelId()}/webhooks`, {
      name: 'hook',
    })
    await api(platform.api).post(`/webhooks/${webhook.id}/${webhook.token}?wait=true`, { content: 'by webhook' })
    const oauth = await fetch(`${platform.api}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${application()?.id}:${application()?.client_secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'identify' }),
    })
    const { access_token } = (await oauth.json()) as { access_token: string }
    await api(platform.api, `Bearer ${access_token}`).get('/users/@me')
    await api(platform.api).post('/auth/login', { login: 'ann', password: 'correct horse' })
    const exported = async (format: string) =>
      await fetch(`${platform.control.url}/tape/export?format=${format}`, {
        headers: { authorization: `Bearer ${platform.control.key}` },
      }).then((response) => response.text())
    const har = await exported('har')
    const ndjson = await exported('ndjson')
    const secrets = [...secretsOf(platform.world), webhook.token, access_token, platform.control.key]
    assert.ok(secrets.length >= 6)
    for (const secret of secrets) for (const text of [har, ndjson]) assert.ok(!text.includes(secret), secret)
    const { log } = JSON.parse(har)
    assert.deepEqual(Object.keys(log), ['version', 'creator', 'pages', 'entries'])
    assert.equal(log.version, '1.2')
    for (const entry of log.entries) assertHarEntry(entry)
    assert.ok(log.entries.some(({ request }: HarEntry) => request.url.endsWith('/[hidden]?wait=true')))
    assert.equal(ndjson.trimEnd().split('\n').length, (await list('?limit=1000')).records.length)
  })

  test('recording stops, and the tape is emptied', async () => {
    await control().patch('/tape', { recording: false })
    const before = await list()
    await ann().get('/users/@me')
    assert.equal((await list()).last_id, before.last_id)
    assert.equal((await control().delete('/tape')).status, 204)
    assert.deepEqual((await list()).records, [])
  })
})

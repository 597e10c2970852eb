import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { ApiClient } from './api-client.ts'
import { ApiFailure } from './failure.ts'

interface Received {
  readonly line: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** Time between the head of the response and its body. */
  readonly delayMs?: number
}

/** Starts a server that gives each of the replies once, the last one again and again. Returns what it received. */
async function serve(context: TestContext, ...replies: readonly Reply[]) {
  const received: Received[] = []
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const reply = replies[Math.min(received.length, replies.length - 1)] ?? {}
    const body = Buffer.concat(chunks).toString()
    received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    const { status = reply.body === undefined ? 204 : 200, headers = { 'content-type': 'application/json' } } = reply
    response.writeHead(status, headers)
    response.flushHeaders()
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    setTimeout(() => response.end(text), reply.delayMs ?? 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v10`
  return { received, base, api: new ApiClient({ base, authorization: 'Bot secret' }) }
}

const params = { guild_id: '1', role_id: '2' }

test('a call sends path, body, token and audit reason, and returns the body of the response', async (context) => {
  const { api, received } = await serve(context, { body: { id: '2', name: 'Crew' } })
  const role = await api.call('update_guild_role', { params, body: { name: 'Crew' }, reason: 'größer' })
  assert.equal(role.name, 'Crew')
  const [request] = received
  assert.equal(request?.line, 'PATCH /api/v10/guilds/1/roles/2')
  assert.equal(request?.body, '{"name":"Crew"}')
  assert.equal(request?.headers.authorization, 'Bot secret')
  assert.equal(request?.headers['x-audit-log-reason'], 'gr%C3%B6%C3%9Fer')
})

test('a query leaves out undefined values and repeats the name of a list', async (context) => {
  const { api, received } = await serve(context, {})
  await api.request('GET', '/things', { query: { limit: 5, after: undefined, id: ['1', '2'], whole: true } })
  assert.equal(received[0]?.line, 'GET /api/v10/things?limit=5&id=1&id=2&whole=true')
})

test('files are sent beside the body as multipart, a form as url-encoded', async (context) => {
  const { api, received } = await serve(context, {})
  await api.call('create_message', {
    params: { channel_id: '1' },
    body: { content: 'hi' },
    files: [
      { file: new Blob(['abc']), name: 'a.txt' },
      { file: new Blob(['d']), name: 'b.txt', field: 'extra' },
    ],
  })
  const [form] = received
  assert.match(form?.headers['content-type'] ?? '', /^multipart\/form-data/)
  assert.match(form?.body ?? '', /name="payload_json"\s+\{"content":"hi"\}/)
  assert.match(form?.body ?? '', /name="files\[0\]"; filename="a.txt"[\s\S]*abc/)
  assert.match(form?.body ?? '', /name="extra"; filename="b.txt"/)
  await api.request('POST', '/oauth2/token', { form: true, body: { code: 'a b' }, authorization: null })
  assert.equal(received[1]?.body, 'code=a+b')
  assert.equal(received[1]?.headers.authorization, undefined)
})

test('a refusal names status, code and fields', async (context) => {
  const name = { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be 1 or more in length.' }] }
  const { api } = await serve(context, { status: 400, body: { code: 50035, message: 'Invalid', errors: { name } } })
  const failure = await api.call('create_guild_role', { params: { guild_id: '1' } }).catch((error: unknown) => error)
  assert.ok(failure instanceof ApiFailure)
  assert.deepEqual([failure.status, failure.code, failure.message], [400, 50035, 'Must be 1 or more in length.'])
  assert.equal(failure.ofField(['name']), 'Must be 1 or more in length.')
  assert.equal(failure.ofField(['icon']), undefined)
})

test('a refusal that is no JSON, and a server that is not there, are failures too', async (context) => {
  const { api, base } = await serve(context, { status: 502, headers: {}, body: '<h1>Bad Gateway</h1>' })
  await assert.rejects(api.call('get_gateway'), { name: 'ApiFailure', status: 502, message: '<h1>Bad Gateway</h1>' })
  const away = new ApiClient({ base: base.replace(/:\d+/, ':1'), authorization: null })
  await assert.rejects(away.call('get_gateway'), { name: 'ApiFailure', status: 0 })
})

test('a request over a rate limit is sent again after the pause that the response names', async (context) => {
  const { api, received } = await serve(
    context,
    { status: 429, body: { message: 'You are being rate limited.', retry_after: 0.02, global: false } },
    { body: { url: 'ws://here' } },
  )
  assert.deepEqual(await api.call('get_gateway'), { url: 'ws://here' })
  assert.equal(received.length, 2)
})

test('a request is not sent while its bucket is empty', async (context) => {
  const empty = { 'x-ratelimit-bucket': 'a', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '0.05' }
  const { api, received } = await serve(context, { headers: empty, body: '' }, {})
  await api.call('get_gateway')
  const sentAt = performance.now()
  await api.call('get_gateway')
  // Timers count whole milliseconds.
  assert.ok(performance.now() - sentAt >= 45)
  assert.equal(received.length, 2)
})

test('a long rate limit is a failure at once', async (context) => {
  const { api, received } = await serve(context, { status: 429, body: { message: 'Slow down.', retry_after: 600 } })
  await assert.rejects(api.call('get_gateway'), { status: 429, message: 'Slow down.' })
  assert.equal(received.length, 1)
})

test('an aborted request rejects with the reason, also while it waits for a rate limit', async (context) => {
  const { api } = await serve(context, { status: 429, body: { message: 'Slow down.', retry_after: 9 } })
  const abort = new AbortController()
  const waiting = api.call('get_gateway', { signal: abort.signal })
  setTimeout(() => abort.abort(new Error('left the page')), 20)
  await assert.rejects(waiting, /left the page/)
  await assert.rejects(api.call('get_gateway', { signal: AbortSignal.abort(new Error('before')) }), /before/)
})

test('responses without a body are undefined; texts are not parsed', async (context) => {
  const { api } = await serve(context, {}, { headers: { 'content-type': 'text/csv' }, body: '1,2' })
  assert.equal(await api.call('delete_guild_role', { params }), undefined)
  assert.equal(await api.request('GET', '/list.csv'), '1,2')
})

test('open sets no time limit: a stream is read for as long as it lasts', async (context) => {
  const { base } = await serve(context, { body: 'late', delayMs: 50 })
  const hasty = new ApiClient({ base, authorization: null, timeoutMs: 10 })
  assert.equal(await (await hasty.open('/stream')).text(), 'late')
  await assert.rejects(hasty.request('GET', '/stream'), { name: 'ApiFailure', status: 0 })
})

test('open returns a response whose body the caller reads, and rejects a refusal', async (context) => {
  const { api } = await serve(context, { body: 'abc' }, { status: 404, body: { code: 10008, message: 'Unknown' } })
  assert.equal(await (await api.open('/file')).text(), 'abc')
  await assert.rejects(api.open('/file'), { status: 404, code: 10008 })
})

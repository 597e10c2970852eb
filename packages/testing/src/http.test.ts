import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { api, multipart } from './http.ts'

test('method, headers, bodies and answers', async (t) => {
  const answer = async (request: IncomingMessage) => ({
    method: request.method,
    url: request.url,
    authorization: request.headers.authorization ?? null,
    type: request.headers['content-type']?.split(';')[0] ?? null,
    reason: request.headers['x-audit-log-reason'] ?? null,
    body: await text(request),
  })
  const server = createServer(async (request, response) => {
    if (request.url === '/api/none') return response.writeHead(204).end()
    response.writeHead(request.url === '/api/nope' ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(await answer(request)))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  const bot = api(base, 'Bot x')

  const posted = await bot.post('/channels', { name: 'é' }, { 'x-audit-log-reason': 'why' })
  assert.deepEqual(posted.body, {
    method: 'POST',
    url: '/api/channels',
    authorization: 'Bot x',
    type: 'application/json',
    reason: 'why',
    body: '{"name":"é"}',
  })
  const anonymous = await api(base).get('/nope')
  assert.deepEqual([anonymous.status, anonymous.body.authorization, anonymous.body.type], [404, null, null])
  assert.equal((await bot.delete('/none')).body, null)

  const files = multipart({ content: 'see' }, [{ name: 'a.txt', data: 'A', type: 'text/plain' }])
  const { type, body } = (await bot.patch<{ type: string; body: string }>('/form', files)).body
  assert.equal(type, 'multipart/form-data')
  assert.match(body, /name="payload_json"\r\n\r\n\{"content":"see"\}/)
  assert.match(body, /name="files\[0\]"; filename="a.txt"\r\nContent-Type: text\/plain\r\n\r\nA/)
})

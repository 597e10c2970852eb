/** Bodies through the proxy of activities: streamed in both directions, in the form in which they were sent. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startActivities, startTarget } from '../../support/activity-lab.ts'

const packed = gzipSync('compressed')
const nextEvent = Promise.withResolvers<void>()
const closed = Promise.withResolvers<void>()
let target: Awaited<ReturnType<typeof startTarget>>
let lab: Awaited<ReturnType<typeof startActivities>>

before(async () => {
  target = await startTarget({
    '/events': async (request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      response.on('close', () => closed.resolve())
      await nextEvent.promise
      response.write('data: 1\n\n')
      request.resume()
    },
    '/echo': (request, response) => {
      response.setHeader('x-length', request.headers['content-length'] ?? 'none')
      request.pipe(response)
    },
    '/packed': (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
    },
    '/range': (request, response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-1/9', 'x-asked': request.headers.range ?? '' }).end('ab')
    },
    '/moved': (_request, response) => void response.writeHead(302, { location: '/elsewhere?a=1' }).end(),
    '/unchanged': (_request, response) => void response.writeHead(304, { etag: '"1"' }).end(),
  })
  lab = await startActivities({
    game: [
      { prefix: '/sub', target: target.host },
      { prefix: '/', target: target.host },
    ],
  })
})
after(async () => {
  await lab.platform.close()
  await target.close()
})

test('server-sent events arrive one by one, and the target learns that the page left', async () => {
  const response = await lab.open('game', '/events')
  assert.equal(response.headers['content-type'], 'text/event-stream')
  nextEvent.resolve()
  const [chunk] = (await once(response, 'data')) as [Buffer]
  assert.equal(String(chunk), 'data: 1\n\n')
  response.destroy()
  await closed.promise
})

test('an upload is streamed while the response is read', async () => {
  const body = new PassThrough()
  body.write('first')
  const response = await lab.open('game', '/.proxy/echo', { method: 'PUT', body })
  assert.equal(response.headers['x-length'], 'none')
  const [first] = (await once(response, 'data')) as [Buffer]
  assert.equal(String(first), 'first')
  body.end('second')
  const [second] = (await once(response, 'data')) as [Buffer]
  assert.equal(String(second), 'second')
})

test('a large upload keeps its length and bytes', async () => {
  const bytes = Buffer.alloc(5_000_000, 'ab')
  const { body, headers } = await lab.send('game', '/echo', {
    method: 'POST',
    headers: { 'content-length': bytes.length },
    body: bytes,
  })
  assert.equal(headers['x-length'], String(bytes.length))
  assert.ok(Buffer.from(body, 'latin1').equals(bytes))
})

test('methods and their bodies reach the target', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    await lab.send('game', '/', { method, headers: { 'content-length': 2 }, body: 'ok' })
    assert.deepEqual([target.last().method, target.last().body], [method, 'ok'])
  }
  const head = await lab.send('game', '/packed', { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers['content-length'], head.body], [200, String(packed.length), ''])
})

test('encodings, ranges and conditions are passed on', async () => {
  const compressed = await lab.send('game', '/packed')
  assert.equal(compressed.headers['content-encoding'], 'gzip')
  assert.ok(Buffer.from(compressed.body, 'latin1').equals(packed))
  const part = await lab.send('game', '/range', { headers: { range: 'bytes=0-1' } })
  assert.deepEqual([part.status, part.headers['x-asked'], part.body], [206, 'bytes=0-1', 'ab'])
  const unchanged = await lab.send('game', '/unchanged')
  assert.deepEqual([unchanged.status, unchanged.headers.etag], [304, '"1"'])
})

test('a redirect leads through the proxy and is not followed', async () => {
  for (const [path, location] of [
    ['/moved', '/elsewhere?a=1'],
    ['/.proxy/moved', '/.proxy/elsewhere?a=1'],
    ['/sub/moved', '/sub/elsewhere?a=1'],
  ] as const) {
    const { status, headers } = await lab.send('game', path)
    assert.deepEqual([status, headers.location], [302, location])
  }
})

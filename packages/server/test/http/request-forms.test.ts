/** Forms of requests that clients and proxies send: paths, versions of HTTP, pipelines, bodies in pieces. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startLab } from '../support/gateway-lab.ts'

async function start() {
  const lab = await startLab()
  const port = Number(new URL(lab.platform.api).port)
  const authorization = `Bot ${lab.platform.world?.applications.app?.bot?.token}`
  const messages = `/api/v10/channels/${lab.channelId('lab', 'general')}/messages`
  /** Returns the head of a request; `rest` has further headers. */
  const head = (method: string, path: string, rest: readonly string[] = []) =>
    [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: ${authorization}`, ...rest, '', ''].join('\r\n')
  return { lab, port, head, messages, bot: lab.bot('app'), [Symbol.asyncDispose]: () => lab.platform.close() }
}

const CLOSE = 'Connection: close'

/** Writes pieces to one connection, each in its own turn, and returns all that the server writes. */
async function exchange(port: number, ...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  for (const piece of pieces) {
    socket.write(piece)
    // The server has read the piece when it answers on another connection.
    await fetch(`http://127.0.0.1:${port}/api/v10/gateway`)
  }
  return await text(socket)
}

const statuses = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

test('pipelined requests are answered in their order, reads and writes alike', async () => {
  await using stage = await start()
  const { head, port, messages } = stage
  const body = '{"content":"hello"}'
  const post = (rest: string[] = []) =>
    `${head('POST', messages, ['Content-Type: application/json', `Content-Length: ${body.length}`, ...rest])}${body}`
  const me = head('GET', '/api/v10/users/@me')
  const received = await exchange(port, `${me}${post()}${head('GET', '/api/v10/nowhere')}${me}${post([CLOSE])}`)
  assert.deepEqual(statuses(received), [200, 200, 404, 200, 200])
  assert.match(received, /"username".*"content":"hello".*404: Not Found.*"username".*"content":"hello"/s)
})

test('a body in pieces, in chunks or after the head is read as a whole one is', async () => {
  await using stage = await start()
  const { head, port, messages, bot } = stage
  const type = 'Content-Type: application/json'
  const body = '{"content":"in pieces"}'
  const declared = head('POST', messages, [type, `Content-Length: ${body.length}`, CLOSE])
  const chunked = head('POST', messages, [type, 'Transfer-Encoding: chunked', CLOSE])
  for (const pieces of [
    [`${declared}${body}`],
    [declared, body],
    [declared, body.slice(0, 9), body.slice(9)],
    [`${declared}${body.slice(0, 9)}`, body.slice(9)],
    [`${chunked}9\r\n${body.slice(0, 9)}\r\n`, `e\r\n${body.slice(9)}\r\n0\r\n\r\n`],
  ])
    assert.deepEqual(statuses(await exchange(port, ...pieces)), [200], JSON.stringify(pieces))
  assert.equal((await bot.get<unknown[]>(messages.slice('/api/v10'.length))).body.length, 5)
})

test('each form of a path reaches its operation, and others are 404 or 405', async () => {
  await using stage = await start()
  const { head, port } = stage
  const statusOf = async (method: string, path: string) =>
    statuses(await exchange(port, head(method, path, [CLOSE])))[0]
  for (const path of [
    '/api/v10/users/@me',
    '/api/v9/users/%40me/',
    '/api/users/@me?a=1&a=2',
    '/api/v10/users/@me#part',
    'http://127.0.0.1/api/users/@me',
  ])
    assert.equal(await statusOf('GET', path), 200, path)
  for (const path of [
    '/api/v10/users/%zz',
    '/api/v10//users/@me',
    '/API/users/@me',
    `/api/guilds/${'1'.repeat(2_001)}`,
  ])
    assert.equal(await statusOf('GET', path), 404, path)
  assert.equal(await statusOf('GET', '/api/v8/users/@me'), 400)
  for (const method of ['HEAD', 'PUT', 'OPTIONS'])
    assert.equal(await statusOf(method, '/api/v10/users/@me'), 405, method)
})

test('every response has Via and Date once, refusals and HTTP/1.0 included', async () => {
  await using stage = await start()
  const { head, port, messages } = stage
  const requests = [
    head('GET', '/api/v10/users/@me', [CLOSE]),
    head('GET', '/api/v10/users/@me').replace('HTTP/1.1', 'HTTP/1.0'),
    head('GET', '/api/v10/guilds/1', [CLOSE]),
    head('GET', '/api/v10/nowhere', [CLOSE]),
    head('POST', messages, ['Content-Type: image/png', 'Content-Length: 1', CLOSE]).concat('x'),
    head('POST', messages.replace('messages', 'typing'), [CLOSE]),
  ]
  for (const request of requests) {
    const received = await exchange(port, request)
    assert.equal(received.match(/^Via: 1\.1 guildhall\r$/gm)?.length, 1, received)
    assert.equal(received.match(/^Date: /gm)?.length, 1, received)
    assert.match(received, /^Connection: close\r$/m)
  }
})

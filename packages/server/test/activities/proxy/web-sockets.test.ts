/** WebSockets through the proxy of activities. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import WebSocket, { WebSocketServer } from 'ws'
import { runningClock } from '../../../src/kernel/clock.ts'
import { startActivities, startTarget } from '../../support/activity-lab.ts'
import { onlyOneNode } from '../../support/only-one-node.ts'

const wallClock = runningClock()
/** Settles when the target receives an upgrade that it does not respond to. */
const silent = Promise.withResolvers<void>()
let target: Awaited<ReturnType<typeof startTarget>>
let lab: Awaited<ReturnType<typeof startActivities>>
let upgrades: IncomingMessage[]
let accepted: WebSocket[]

before(async () => {
  target = await startTarget()
  upgrades = []
  accepted = []
  const echo = new WebSocketServer({ noServer: true, perMessageDeflate: true, handleProtocols: () => 'second' })
  echo.on('headers', (headers) => headers.push('Set-Cookie: a=1; Domain=elsewhere.example', 'X-Secret: 1'))
  echo.on('connection', (socket) => {
    accepted.push(socket)
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  target.server.on('upgrade', (request, socket, head) => {
    upgrades.push(request)
    if (request.url === '/refused') return socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno')
    if (request.url === '/silent') {
      socket.resume()
      return silent.resolve()
    }
    echo.handleUpgrade(request, socket, head, (opened) => echo.emit('connection', opened, request))
  })
  lab = await startActivities(
    { game: [{ prefix: '/', target: target.host }], down: [{ prefix: '/', target: '127.0.0.1:1' }], plain: [] },
    { limits: { activities: { requestsPerActivity: 20 } }, wallClock },
  )
})
after(async () => {
  await lab.platform.close()
  await target.close()
})

function open(name: string, path: string, options: WebSocket.ClientOptions = {}, protocols: string[] = []): WebSocket {
  const headers = { host: lab.hostOf(name), ...options.headers }
  return new WebSocket(`ws://127.0.0.1:${lab.port}${path}`, protocols, { ...options, headers })
}

/** Returns the status with which an upgrade is refused. */
async function refused(socket: WebSocket): Promise<number> {
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  socket.terminate()
  return response.statusCode ?? 0
}

for (const path of ['/room?a=1', '/.proxy/room?a=1'])
  test(`[VER-19 VER-20] a WebSocket of ${path} carries text, bytes and large messages`, async () => {
    const socket = open('game', path, {}, ['first', 'second'])
    const opened = once(socket, 'open')
    const [response] = (await once(socket, 'upgrade')) as [IncomingMessage]
    await opened
    assert.equal(socket.protocol, 'second')
    assert.match(socket.extensions, /permessage-deflate/)
    assert.deepEqual(response.headers['set-cookie'], [
      `a=1; Domain=${lab.idOf('game')}.activities.localhost; SameSite=None; Secure; Partitioned`,
    ])
    assert.equal(response.headers['x-secret'], undefined)
    const received = upgrades.at(-1)
    assert.equal(received?.url, '/room?a=1')
    assert.equal(received?.headers.host, target.host)
    assert.equal(received?.headers['sec-websocket-protocol'], 'first,second')
    for (const data of ['text', Buffer.from([0, 255]), Buffer.alloc(1_000_000, 7)]) {
      socket.send(data)
      const [echoed] = (await once(socket, 'message')) as [Buffer]
      assert.ok(Buffer.from(data).equals(echoed))
    }
    socket.close(4001, 'bye')
    const [code, reason] = await once(socket, 'close')
    assert.deepEqual([code, String(reason)], [4001, 'bye'])
  })

test('a WebSocket from pages of the activity is forwarded in both schemes, one of another origin is not', async () => {
  for (const scheme of ['http', 'https']) {
    const socket = open('game', '/', { origin: `${scheme}://${lab.hostOf('game')}` })
    await once(socket, 'open')
    socket.terminate()
  }
  for (const origin of [
    lab.platform.url,
    `http://${lab.hostOf('down')}`,
    'null',
    `http://${lab.hostOf('game')}.evil.example`,
  ])
    assert.equal(await refused(open('game', '/', { origin })), 403, origin)
})

test('a refusal of the target, and targets that fail, are passed on as statuses', async () => {
  assert.equal(await refused(open('game', '/refused')), 403)
  const late = refused(open('game', '/silent'))
  await silent.promise
  wallClock.advance(60_000)
  assert.equal(await late, 504)
  assert.equal(await refused(open('game', '/..%2fx')), 400)
  assert.equal(await refused(open('down', '/')), 502)
  assert.equal(await refused(open('plain', '/')), 404)
})

test('the gateway and the voice gateway are not below the host of an activity', async () => {
  for (const path of ['/gateway?v=10&encoding=json', '/?v=8']) {
    const socket = open('game', path)
    await once(socket, 'open')
    socket.send('"echo"')
    const [echoed] = await once(socket, 'message')
    assert.equal(String(echoed), '"echo"')
    socket.terminate()
  }
})

test('other protocols, bodies and methods are not upgraded', async () => {
  const head = `Host: ${lab.hostOf('game')}\r\nConnection: Upgrade\r\n`
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
  const before = upgrades.length
  for (const text of [
    `GET / HTTP/1.1\r\n${head}Upgrade: h2c\r\n\r\n`,
    `POST / HTTP/1.1\r\n${head}${key}Upgrade: websocket\r\n\r\n`,
    `GET / HTTP/1.1\r\n${head}${key}Upgrade: websocket\r\nContent-Length: 5\r\n\r\nGET /`,
    `GET / HTTP/1.1\r\n${head}${key}Upgrade: websocket\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ])
    assert.match(await exchange(text), /^HTTP\/1\.1 400 /, text)
  assert.equal(upgrades.length, before)
})

test('bytes in the write of the upgrade reach the target', async () => {
  const frame = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69])
  const text = `GET / HTTP/1.1\r\nHost: ${lab.hostOf('game')}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`
  const socket = connect(lab.port, '127.0.0.1')
  socket.write(Buffer.concat([Buffer.from(text), frame]))
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer])
    if (received.includes(Buffer.from([0x81, 0x02, 0x68, 0x69]))) break
  }
  socket.destroy()
  assert.match(received.toString('latin1'), /^HTTP\/1\.1 101 /)
})

const OF_ONE_NODE = onlyOneNode('each node counts its requests of an activity')

test('when one end is lost, the other is closed, and its place is free again', OF_ONE_NODE, async () => {
  const sockets = Array.from({ length: 20 }, () => open('game', '/'))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  assert.equal(await refused(open('game', '/')), 503)
  const [kept, ...others] = sockets
  const lost = accepted.slice(-20).map((socket) => once(socket, 'close'))
  const closed = once(kept ?? assert.fail(), 'close')
  for (const socket of others) socket.terminate()
  await Promise.any(lost)
  for (const socket of accepted) socket.terminate()
  await Promise.all([...lost, closed])
  // The proxy learns of the last end after this test does.
  while ((await lab.send('game', '/')).status === 503);
  const again = open('game', '/')
  await once(again, 'open')
  again.terminate()
})

/** Sends text, and returns what comes back until the connection is closed. */
async function exchange(text: string): Promise<string> {
  const socket: Socket = connect(lab.port, '127.0.0.1')
  socket.write(text)
  let received = ''
  for await (const chunk of socket) received += chunk
  return received
}

test('a plain request to a path of WebSockets is an ordinary request', async () => {
  const request = http.get({
    host: '127.0.0.1',
    port: lab.port,
    path: '/gateway',
    headers: { host: lab.hostOf('game') },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  assert.equal(response.statusCode, 200)
})

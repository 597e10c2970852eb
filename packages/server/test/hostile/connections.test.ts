/** Attacks on the socket front: connections that are opened and closed, held, or opened in great number. [M6] */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { RawGateway, startPlatform, type TestPlatform } from '@guildhall/testing'

const platforms: TestPlatform[] = []
async function start(options: Parameters<typeof startPlatform>[0]): Promise<TestPlatform> {
  const platform = await startPlatform({ ...options, databaseUrl: null })
  platforms.push(platform)
  return platform
}
after(async () => {
  for (const platform of platforms) await platform.close()
})

async function open(platform: TestPlatform): Promise<Socket> {
  const { hostname, port } = new URL(platform.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** All that the server sends until it closes. */
async function received(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
  return text
}

const upgradeOf = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`

describe('the socket front under attack', () => {
  test('a client that closes its half before its first byte is closed at once', async () => {
    const platform = await start({})
    const socket = await open(platform)
    const started = performance.now()
    socket.end()
    await once(socket.resume(), 'end')
    assert.ok(performance.now() - started < 2_000, 'the handle was held')
  })

  test('refused upgrades are closed by the server, though the client never closes its half', async () => {
    const platform = await start({})
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
    for (const [request, status] of [
      [upgradeOf('/nowhere', key), 404],
      [upgradeOf('/gateway'), 400],
      [upgradeOf('/gateway', 'Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n'), 400],
    ] as const) {
      const socket = await open(platform)
      socket.write(request)
      const text = await received(socket)
      assert.match(text, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(text, /\r\nVia: 1\.1 guildhall\r\n/i)
      socket.destroy()
    }
  })

  test('2,000 connections that come and go leave no handle behind', {
    skip: process.platform !== 'linux',
  }, async () => {
    const platform = await start({})
    const handles = () => readdirSync('/proc/self/fd').length
    const before = handles()
    for (let round = 0; round < 20; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => open(platform)))
      await Promise.all(sockets.map((socket) => once(socket.resume().end(), 'close')))
    }
    assert.ok(handles() <= before + 20, `${before} handles became ${handles()}`)
  })

  test('one address opens no more connections than it may, and others are served', async () => {
    const platform = await start({ connectionsPerAddress: 5 })
    const held = await Promise.all(Array.from({ length: 5 }, () => open(platform)))
    const refused = await open(platform)
    await received(refused)
    held[0]?.destroy()
    for (;;) {
      // The place is free once the server has seen the close.
      const again = await open(platform)
      again.write('GET /api/gateway HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      if ((await received(again).catch(() => '')).startsWith('HTTP/1.1 200')) break
    }
    for (const socket of held) socket.destroy()
  })

  test('behind a trusted proxy connections do not count for one address, and unidentified gateway connections do', async () => {
    const platform = await start({
      connectionsPerAddress: 2,
      trustProxy: ['loopback'],
      limits: { unidentified: { perHolder: 2, total: 3 } },
    })
    const upgrade = async (client: string) => {
      const socket = await open(platform)
      const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
      socket.write(upgradeOf('/gateway', `${key}X-Forwarded-For: ${client}\r\n`))
      const [bytes] = (await once(socket, 'data')) as [Buffer]
      const text = bytes.toString('latin1')
      assert.match(text, /\r\nVia: 1\.1 guildhall\r\n/i)
      return { socket, status: Number(text.split(' ')[1]) }
    }
    const results = []
    for (const client of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      results.push(await upgrade(client))
    }
    assert.deepEqual(
      results.map(({ status }) => status),
      [101, 101, 503, 101, 503],
    )
    for (const { socket } of results) socket.destroy()
  })

  test('a connection that has identified leaves its place to another', async () => {
    const platform = await start({ limits: { unidentified: { perHolder: 1, total: 1 } } })
    const token = platform.world?.applications.ping?.bot?.token ?? ''
    const first = await RawGateway.connect(platform.gateway)
    await first.identify({ token, intents: 0 })
    const second = await RawGateway.connect(platform.gateway)
    await assert.rejects(RawGateway.connect(platform.gateway))
    await second.close()
    await first.close()
  })

  test('every kind of response carries Via', async () => {
    const platform = await start({})
    const paths = ['/', '/api/gateway', '/api/v3/gateway', '/nowhere', '/api/users/@me', '/cdn/embed/avatars/0.png']
    for (const path of [...paths, '/cdn/icons/1/x.png', '/oauth2/authorize', '/api/openapi.json']) {
      assert.equal((await fetch(platform.url + path)).headers.get('via'), '1.1 guildhall', path)
    }
    const method = await fetch(`${platform.api}/gateway`, { method: 'PUT', body: '{' })
    assert.equal(method.headers.get('via'), '1.1 guildhall')
    let limited = await fetch(`${platform.api}/gateway`)
    for (let sent = 0; limited.status !== 429 && sent < 200; sent += 1) limited = await fetch(`${platform.api}/gateway`)
    assert.equal(limited.status, 429)
    assert.equal(limited.headers.get('via'), '1.1 guildhall')
    for (const text of ['NO HTTP\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`]) {
      const socket = await open(platform)
      socket.write(text)
      assert.match(await received(socket), /^HTTP\/1.1 4\d\d [\s\S]*\r\nVia: 1\.1 guildhall\r\n/i)
      socket.destroy()
    }
  })
})

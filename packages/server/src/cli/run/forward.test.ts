import assert from 'node:assert/strict'
import { on, once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { mock, type TestContext, test } from 'node:test'
import { forwarder } from './forward.ts'

/** Returns a port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('while the platform is down, a request gets 502 and an upgrade ends without a response', async () => {
  const target = { url: new URL(`http://127.0.0.1:${await closedPort()}/gateway`), addedHeaders: [] }
  const forwards = forwarder()
  const front = createServer((incoming, response) => forwards.request(incoming, response, target, () => undefined))
  front.on('upgrade', (incoming, socket, head) => forwards.upgrade(incoming, socket, head, target))
  await once(front.listen(0, '127.0.0.1'), 'listening')
  const { port } = front.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/`)
  assert.equal(response.status, 502)
  assert.match(await response.text(), /cannot be reached/)
  const headers = { Connection: 'Upgrade', Upgrade: 'websocket' }
  const upgrade = request({ host: '127.0.0.1', port, headers }).end()
  upgrade.on('response', ({ statusCode }) => assert.fail(`a response: ${statusCode}`))
  const [error] = (await once(upgrade, 'error')) as [NodeJS.ErrnoException]
  assert.equal(error.code, 'ECONNRESET')
  forwards.close()
  front.close()
})

/** Opens a connection whose upgrade goes through a front to a server that writes head and frame at once, and echoes. */
async function joinedByFront(t: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const server = createServer().on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nframe')
    socket.on('data', (data) => socket.write(`heard ${data}`)).on('error', () => undefined)
    // A server's sockets stay half open.
    socket.on('end', () => socket.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway`)
  const forwards = forwarder()
  const front = createServer((_, response) => response.end())
  front.on('upgrade', (incoming, socket, head) =>
    forwards.upgrade(incoming, socket, head, { url, addedHeaders: ['X-Added', 'value'] }),
  )
  await once(front.listen(0, '127.0.0.1'), 'listening')
  const { port } = front.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  t.after(() => {
    client.destroy()
    for (const open of [front, server]) open.close()
    forwards.close()
  })
  const reads = on(client, 'data')
  const read = async () => String(((await reads.next()).value as [Buffer])[0])
  client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  return { client, read, port }
}

test('data after an upgrade response is held back, so that clients read the response alone', async (t) => {
  const { read, port } = await joinedByFront(t)
  assert.match(await read(), /^HTTP\/1\.1 101 [\s\S]*\r\n\r\n$/)
  const frame = read()
  let arrived = false
  void frame.then(() => {
    arrived = true
  })
  // A whole exchange of another connection through the same front.
  const other = connect(port, '127.0.0.1').end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  await once(other.resume(), 'close')
  assert.equal(arrived, false)
  mock.timers.runAll()
  assert.equal(await frame, 'frame')
})

test('data after an upgrade response is sent once the client sends something', async (t) => {
  const { client, read } = await joinedByFront(t)
  assert.match(await read(), /\r\n\r\n$/)
  client.write('identify')
  let text = ''
  while (!text.endsWith('identify')) text += await read()
  assert.equal(text, 'frameheard identify')
})

test('a connection survives a response that precedes the end of the body', async (t) => {
  const server = createServer((incoming, response) => {
    incoming.resume()
    response.writeHead(429).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const forwards = forwarder()
  const front = createServer((incoming, response) =>
    forwards.request(incoming, response, { url, addedHeaders: [] }, () => undefined),
  )
  await once(front.listen(0, '127.0.0.1'), 'listening')
  const client = connect((front.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => {
    client.destroy()
    for (const open of [front, server]) open.close()
    forwards.close()
  })
  const reads = on(client, 'data')
  const read = async () => String(((await reads.next()).value as [Buffer])[0])
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000005\r\n\r\nbegun')
  assert.match(await read(), /^HTTP\/1\.1 429 /)
  client.write(Buffer.alloc(1_000_000))
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  assert.match(await read(), /^HTTP\/1\.1 429 /)
})

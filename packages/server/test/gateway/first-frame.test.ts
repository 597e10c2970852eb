/** HELLO of the gateways by raw sockets: apart from the upgrade response, and before every other frame. */
import assert from 'node:assert/strict'
import { on } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { startLab } from '../support/gateway-lab.ts'

/**
 * Opens a WebSocket over TLS, whose client reads record by record, and returns the first two reads. A record is one
 * write of the server, whereas plain loopback may join two writes in one read.
 */
async function firstReads(url: URL, path: string): Promise<[string, string]> {
  const socket = connectTls({ port: Number(url.port), host: url.hostname, rejectUnauthorized: false })
  const reads = on(socket, 'data', { close: ['close'] })
  const read = async () => ((await reads.next()).value as [Buffer])[0].toString('latin1')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  try {
    return [await read(), await read()]
  } finally {
    socket.destroy()
  }
}

/** Returns the first line of the response to an upgrade with a header. */
async function upgradeWith(url: URL, path: string, header: string): Promise<string> {
  const socket = connect(Number(url.port), url.hostname)
  const reads = on(socket, 'data', { close: ['close'] })
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${header}\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  try {
    const [response] = (await reads.next()).value as [Buffer]
    return response.toString('latin1')
  } finally {
    socket.destroy()
  }
}

const GATEWAYS = [
  ['the gateway', '/gateway/?v=10&encoding=json', '"op":10'],
  ['the voice gateway', '/?v=8', '"op":8'],
] as const

for (const [name, path, hello] of GATEWAYS) {
  test(`[GW-13] HELLO of ${name} follows the upgrade response by itself, in its own write`, async () => {
    await using lab = await startLab({ tls: 'local' })
    const [response, frame] = await firstReads(new URL(lab.platform.url), path)
    assert.match(response, /^HTTP\/1\.1 101 [\s\S]*\r\n\r\n$/)
    assert.ok(frame.includes(hello))
  })
}

for (const [name, path] of GATEWAYS) {
  test(`${name} ignores subprotocols, also such as are no tokens`, async () => {
    await using lab = await startLab()
    for (const offer of ['(null)', 'chat, chat', 'json', '']) {
      const response = await upgradeWith(new URL(lab.platform.url), path, `Sec-WebSocket-Protocol: ${offer}`)
      assert.match(response, /^HTTP\/1\.1 101 /, offer)
      assert.doesNotMatch(response, /sec-websocket-protocol/i)
    }
  })
}

test('[GW-13] HELLO comes before the responses to a client that does not wait for it', async () => {
  await using lab = await startLab()
  const opcodes = async (act: (gateway: Awaited<ReturnType<typeof lab.connect>>) => Promise<unknown>) => {
    const gateway = await lab.connect()
    await act(gateway)
    await gateway.close()
    return gateway.frames.map(({ op }) => op)
  }
  assert.deepEqual(await opcodes((gateway) => gateway.heartbeat()), [10])
  const identified = await opcodes((gateway) => gateway.identify({ token: lab.token('plain'), intents: 0 }))
  assert.deepEqual(identified, [10])
  const unknown = { token: lab.token('plain'), session_id: '0'.repeat(32), seq: 1 }
  const refused = await opcodes(async (gateway) => {
    gateway.send(6, unknown)
    await gateway.next((frame) => frame.op === 9)
  })
  assert.deepEqual(refused, [10])
})

test('[GW-13] HELLO comes before op 7 of a platform that closes', async () => {
  await using lab = await startLab()
  const gateway = await lab.connect()
  await lab.platform.close()
  assert.equal((await gateway.closed).code, 4000)
  assert.deepEqual(
    gateway.frames.map(({ op }) => op),
    [10, 7],
  )
})

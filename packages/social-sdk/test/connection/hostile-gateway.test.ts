/** Gateways that break the protocol: a Client tries again, without an error in the process and without a busy loop. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { WebSocketServer } from 'ws'
import * as sdk from '../support/sdk.ts'
import { StatusLog } from '../support/sdk-lab.ts'

const HELLO = { op: 10, d: { heartbeat_interval: 41_250 } }
/** Head of a text frame of 2 GB. */
const TWO_GB_FRAME = Buffer.from([0x81, 0x7f, 0, 0, 0, 0, 0x80, 0, 0, 0])

/** Frames of a gateway after a connection has opened; a Buffer is written as it is. */
const PEERS: Readonly<Record<string, readonly unknown[]>> = {
  'text that is no JSON': ['no JSON'],
  'JSON without an op': [null, [], 5, {}],
  'HELLO without an interval': [{ op: 10, d: null }],
  'HELLO with an interval of 0': [{ op: 10, d: { heartbeat_interval: 0 } }],
  'a READY without a session': [HELLO, { op: 0, t: 'READY', s: 1, d: null }],
  'a READY without a user': [HELLO, { op: 0, t: 'READY', s: 1, d: { session_id: 'x' } }],
  'a frame of 2 GB': [TWO_GB_FRAME],
  'a binary frame': [new Uint8Array([1, 2, 3])],
}

for (const [name, frames] of Object.entries(PEERS))
  test(`a gateway that sends ${name} is left, and tried again`, async () => {
    let connections = 0
    const server = createServer((_request, response) => {
      const { port } = server.address() as AddressInfo
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ url: `ws://127.0.0.1:${port}/` }))
    })
    const twice = Promise.withResolvers<void>()
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (socket, request) => {
      connections += 1
      if (connections === 2) twice.resolve()
      for (const frame of frames) {
        if (frame === TWO_GB_FRAME) request.socket.write(TWO_GB_FRAME)
        else socket.send(frame instanceof Uint8Array || typeof frame === 'string' ? frame : JSON.stringify(frame))
      }
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    using _pump = sdk.pumpCallbacks()
    using client = new sdk.Client(`${address}/api/v10`, address)
    const log = new StatusLog(client)
    const failed = log.next(sdk.Client.Status.Reconnecting)
    await client.UpdateToken(sdk.AuthorizationTokenType.Bearer, 'x')
    client.Connect()
    await failed
    await twice.promise
    assert.equal(log.seen.at(-1)?.status, sdk.Client.Status.Reconnecting)
    client.Disconnect()
    sockets.close()
    for (const socket of sockets.clients) socket.terminate()
    server.closeAllConnections()
    server.close()
  })

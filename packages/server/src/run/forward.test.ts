import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { test } from 'node:test'
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
  const target = new URL(`http://127.0.0.1:${await closedPort()}/gateway`)
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

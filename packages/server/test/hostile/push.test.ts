/** Push services that redirect, send without end, are slow, fail, or stand in the network of the platform. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { test } from 'node:test'
import { startPlatform } from '../support/platform.ts'
import { PushService } from '../support/push-service.ts'
import { until } from '../support/until.ts'

const world = { users: { ann: {}, bob: {}, eve: {} }, guilds: { lab: { owner: 'ann', members: ['bob', 'eve'] } } }

/** Starts a platform with a function that sends direct messages of ann. */
async function start(options: { outgoing?: 'public' } = {}) {
  const platform = await startPlatform({ world, rateLimits: 'off', logLevel: 'silent', ...options })
  const tell = async (id: string, content: string) => {
    const dm = await platform.ann.api.post<{ id: string }>('/users/@me/channels', { recipient_id: id })
    const sent = await platform.ann.api.post(`/channels/${dm.body.id}/messages`, { content })
    assert.equal(sent.status, 200)
  }
  return { platform, tell }
}

const body = (token: string) => ({ provider: 'webpush', token })

test('a redirect of a push service is not followed, and the message is given up', async () => {
  const { platform, tell } = await start()
  await using service = await PushService.start()
  await using target = await PushService.start()
  await using _ = platform
  service.behaviour = (response) => response.writeHead(307, { location: `${target.origin}/push/bob` }).end()
  await platform.bob.api.post('/users/@me/devices', body(service.subscribe('bob')))
  await tell(platform.bob.id, 'first')
  await until('a request', async () => service.requests === 1)
  service.behaviour = null
  await tell(platform.bob.id, 'second')
  const [push] = await service.messagesOf('bob')
  assert.deepEqual([push?.payload.body, service.requests, target.requests], ['second', 2, 0])
})

test('a response without an end counts as sent, and is not read', async () => {
  const { platform, tell } = await start()
  await using service = await PushService.start()
  await using _ = platform
  let written = 0
  service.behaviour = (response) => {
    response.writeHead(201)
    const timer = setInterval(() => {
      written += 1
      response.write(Buffer.alloc(65_536))
    }, 5)
    response.on('close', () => clearInterval(timer))
  }
  await platform.bob.api.post('/users/@me/devices', body(service.subscribe('bob')))
  await tell(platform.bob.id, 'endless')
  await until('the platform ends the response', async () => service.requests === 1 && service.open === 0)
  assert.ok(written < 200, `${written} parts were written`)
  service.behaviour = null
  await tell(platform.bob.id, 'after it')
  await service.messagesOf('bob')
  assert.equal(service.requests, 2)
})

test('a push service that does not respond holds up neither requests nor other services', async () => {
  const { platform, tell } = await start()
  await using slow = await PushService.start()
  await using quick = await PushService.start()
  await using _ = platform
  slow.behaviour = () => undefined
  for (const name of ['bob', 'eve'] as const) {
    for (let number = 0; number < 20; number += 1)
      await platform[name].api.post('/users/@me/devices', body(slow.subscribe(`${name}${number}`)))
  }
  await tell(platform.bob.id, 'slowly')
  await tell(platform.eve.id, 'slowly')
  await until('the slow service has requests', async () => slow.open === 16)
  await platform.bob.api.post('/users/@me/devices', body(quick.subscribe('bob')))
  await tell(platform.bob.id, 'quickly')
  const [push] = await quick.messagesOf('bob')
  assert.equal(push?.payload.body, 'quickly')
  assert.equal(slow.openMax, 16)
})

test('a message is sent again after failures, six times at most, and only the newest of a channel', async () => {
  const { platform, tell } = await start()
  await using service = await PushService.start()
  await using _ = platform
  service.behaviour = (response) => response.writeHead(503).end()
  await platform.bob.api.post('/users/@me/devices', body(service.subscribe('bob')))
  await tell(platform.bob.id, 'old')
  await until('the first attempt', async () => service.requests === 1 && service.open === 0)
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    await until(`attempt ${attempt}`, async () => {
      if (service.requests < attempt) await platform.clock.advance(5_000 * 4 ** (attempt - 2))
      return service.requests === attempt
    })
  }
  await platform.clock.advance(23 * 3_600_000)
  service.behaviour = (response) => response.writeHead(429, { 'retry-after': '30' }).end()
  await tell(platform.bob.id, 'refused')
  await until('another attempt', async () => service.requests === 7 && service.open === 0)
  await tell(platform.bob.id, 'newer')
  await until('the newer one', async () => service.requests === 8 && service.open === 0)
  service.behaviour = null
  await until('the last attempt', async () => {
    await platform.clock.advance(10_000)
    return service.received.length > 0
  })
  const [push] = await service.messagesOf('bob')
  assert.equal(push?.payload.body, 'newer')
})

test('a device that receives nothing of ten messages is removed', async () => {
  const { platform, tell } = await start()
  await using service = await PushService.start()
  await using _ = platform
  service.behaviour = (response) => response.writeHead(403).end()
  await platform.bob.api.post('/users/@me/devices', body(service.subscribe('bob')))
  for (let number = 1; number <= 10; number += 1) {
    await tell(platform.bob.id, `message ${number}`)
    await until(`request ${number}`, async () => service.requests === number && service.open === 0)
  }
  await tell(platform.eve.id, 'nothing')
  await tell(platform.bob.id, 'unheard')
  await platform.clock.advance(60_000)
  assert.equal(service.requests, 10)
})

test('under --outgoing public a push service needs HTTPS and a public address', async () => {
  const { platform, tell } = await start({ outgoing: 'public' })
  await using service = await PushService.start()
  await using _ = platform
  let connections = 0
  const listener = createTcpServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const plain = service.subscribe('bob')
  const refused = await platform.bob.api.post<{ code: number; errors: object }>('/users/@me/devices', body(plain))
  assert.deepEqual([refused.status, refused.body.code, Object.keys(refused.body.errors)], [400, 50035, ['token']])
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '127.0.0.1.']
  for (const host of hosts) {
    const endpoint = `https://${host}:${port}/push`
    const token = JSON.stringify({ ...JSON.parse(plain), endpoint })
    const { status } = await platform.bob.api.post('/users/@me/devices', body(token))
    assert.ok(status === 204 || status === 400, host)
  }
  await tell(platform.bob.id, 'inside')
  for (let step = 0; step < 6; step += 1) await platform.clock.advance(3_600_000)
  assert.equal(connections, 0)
  listener.close()
})

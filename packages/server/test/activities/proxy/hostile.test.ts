/** Attacks on the proxy of activities: by pages, by requests made by hand, and by targets. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { runningClock } from '../../../src/kernel/clock.ts'
import { startActivities, startTarget } from '../../support/activity-lab.ts'
import { onlyOneNode } from '../../support/only-one-node.ts'

const MEGABYTE = 1_048_576
const ONE_NODE = onlyOneNode('each bounds its own requests to an activity')
const limits = {
  activities: {
    idleMs: 8_000,
    requestBytesMax: MEGABYTE,
    responseBytesMax: MEGABYTE,
    requestsPerActivity: 3,
  },
}

/** Called when the target receives a request that it does not respond to. */
let arrived = () => {}
const wallClock = runningClock()
let target: Awaited<ReturnType<typeof startTarget>>
let raw: Server
let lab: Awaited<ReturnType<typeof startActivities>>

/** Responses that are no valid HTTP, by the path of the request. */
const RAW: Record<string, string> = {
  '/garbage': 'garbage\r\n\r\n',
  '/huge': `HTTP/1.1 200 OK\r\nX-Huge: ${'x'.repeat(100_000)}\r\n\r\n`,
  '/many': `HTTP/1.1 200 OK\r\n${'X-Many: 1\r\n'.repeat(20_000)}\r\n`,
  '/switch': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
  '/closed': '',
  '/both': 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  '/split': 'HTTP/1.1 200 OK\r\nX-A: 1\r\n Set-Cookie: b=1\r\nContent-Length: 0\r\n\r\n',
}

before(async () => {
  raw = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (bytes) => socket.end(RAW[String(bytes).split(' ')[1] ?? ''] ?? ''))
  })
  raw.listen(0, '127.0.0.1')
  await once(raw, 'listening')
  target = await startTarget({
    '/silent': () => arrived(),
    '/stalls': (_request, response) => response.write('x'),
    '/endless': (request, response) => {
      const chunk = Buffer.alloc(65_536)
      Readable.from(
        (function* () {
          for (;;) yield chunk
        })(),
      ).pipe(response)
      request.on('close', () => response.destroy())
    },
    '/headers': (_request, response) => {
      response.setHeader('Clear-Site-Data', '"*"')
      response.setHeader('Strict-Transport-Security', 'max-age=1; includeSubDomains')
      response.setHeader('Access-Control-Allow-Origin', '*')
      response.setHeader('Connection', 'X-Hop')
      response.setHeader('X-Hop', '1')
      response.setHeader('Set-Cookie', [
        'a=1; Domain=.activities.localhost; Path=/x',
        '__Host-guildhall-proxy-ticket=evil',
        'nothing',
      ])
      response.end()
    },
  })
  const { port } = raw.address() as AddressInfo
  lab = await startActivities(
    {
      game: [
        { prefix: '/raw', target: `127.0.0.1:${port}` },
        { prefix: '/dir', target: `${target.host}/public` },
        { prefix: '/', target: target.host },
      ],
      slow: [{ prefix: '/', target: target.host }],
    },
    { limits, wallClock },
  )
})
after(async () => {
  await lab.platform.close()
  await target.close()
  raw.close()
})

/** Sends requests that their target does not respond to. `received` settles when it has all of them. */
function silentRequests(name: string, count: number) {
  const { promise: received, resolve } = Promise.withResolvers<void>()
  let left = count
  arrived = () => {
    left -= 1
    if (left === 0) resolve()
  }
  return { received, replies: Array.from({ length: count }, () => lab.send(name, '/silent')) }
}

/** Sends bytes, and returns what comes back until the connection is closed. */
async function exchange(text: string): Promise<string> {
  const socket = connect(lab.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(text)
  let received = ''
  for await (const chunk of socket) received += chunk
  return received
}

describe('paths', () => {
  const paths = [
    '/../x',
    '/dir/../x',
    '/dir/..',
    '/dir/%2e%2e/x',
    '/dir/.%2E/x',
    '/dir/..%2fx',
    '/dir/..%5cx',
    '/dir/%252e%252e%252fx',
    '/dir/..;/x',
    '/dir/\\..\\x',
    '/dir\\..\\x',
    '/./x',
    'http://127.0.0.1:1/x',
    '*',
  ]
  for (const path of paths)
    test(`${path} is not forwarded`, async () => {
      const count = target.received.length
      const reply = await exchange(`GET ${path} HTTP/1.1\r\nHost: ${lab.hostOf('game')}\r\nConnection: close\r\n\r\n`)
      assert.match(reply, /^HTTP\/1\.1 400 /)
      assert.equal(target.received.length, count)
    })

  test('paths that look like other hosts stay below the target', async () => {
    for (const [path, url] of [
      ['//evil.example/x', '//evil.example/x'],
      ['/@evil.example/x', '/@evil.example/x'],
      ['/dir//evil.example', '/public//evil.example'],
      ['/dir/:1@evil.example', '/public/:1@evil.example'],
      ['/dir/a%2Fb', '/public/a%2Fb'],
    ] as const) {
      await lab.send('game', path)
      assert.deepEqual([target.last().url, target.last().headers.host], [url, target.host])
    }
  })
})

describe('headers', () => {
  test('a target sees neither the user nor credentials of the platform', async () => {
    const hidden = {
      'X-Forwarded-For': '203.0.113.7',
      'X-Forwarded-Host': 'x',
      Forwarded: 'for=203.0.113.7',
      'X-Real-IP': '203.0.113.7',
      'True-Client-IP': '203.0.113.7',
      'Proxy-Authorization': 'Basic eDp4',
      TE: 'trailers',
      'X-Hop': '1',
      'Keep-Alive': 'timeout=9',
    }
    const headers = Object.entries({ ...hidden, Connection: 'close, X-Hop', Authorization: lab.tokenOf('bob') }).flat()
    await lab.send('game', '/', { headers })
    const received = target.last()
    for (const name of [...Object.keys(hidden), 'Authorization'])
      assert.equal(received.headers[name.toLowerCase()], undefined, name)
    assert.doesNotMatch(received.rawHeaders.join('\n'), /203\.0\.113\.7/)
  })

  test('credentials of the activity itself are forwarded', async () => {
    for (const value of ['Bearer abc', 'Basic eDp4', 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl']) {
      await lab.send('game', '/', { headers: { authorization: value } })
      assert.equal(target.last().headers.authorization, value)
    }
  })

  test('a target cannot affect other hosts, the cookie of the ticket, or who reads a response', async () => {
    const { headers } = await lab.send('game', '/headers', { headers: { origin: 'https://evil.example' } })
    for (const name of ['clear-site-data', 'strict-transport-security', 'access-control-allow-origin', 'x-hop'])
      assert.equal(headers[name], undefined, name)
    const name = lab.hostOf('game').split(':')[0]
    assert.deepEqual(headers['set-cookie'], [`a=1; Path=/x; Domain=${name}; SameSite=None; Secure; Partitioned`])
  })

  test('the host of the activity itself is allowed in the other scheme, with a preflight', async () => {
    const origin = `https://${lab.hostOf('game')}`
    const asked = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-a' }
    const preflight = await lab.send('game', '/', { method: 'OPTIONS', headers: asked })
    assert.deepEqual(
      [
        preflight.status,
        preflight.headers['access-control-allow-origin'],
        preflight.headers['access-control-allow-methods'],
      ],
      [204, origin, 'PUT'],
    )
    const { headers } = await lab.send('game', '/', { headers: { origin } })
    assert.equal(headers['access-control-allow-origin'], origin)
    const other = await lab.send('game', '/', { headers: { origin: `http://${lab.hostOf('slow')}` } })
    assert.equal(other.headers['access-control-allow-origin'], undefined)
  })

  test('pages of activities call the API with their tokens, and pages elsewhere do not', async () => {
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' }
    const call = (origin: string, method: string, headers = {}) =>
      fetch(`${lab.platform.api}/v10/gateway`, { method, headers: { origin, ...headers } })
    const origin = `http://${lab.hostOf('game')}`
    const preflight = await call(origin, 'OPTIONS', asked)
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'authorization')
    assert.equal((await call(origin, 'GET')).headers.get('access-control-allow-origin'), origin)
    for (const other of ['https://evil.example', 'null', lab.platform.url, 'http://x.activities.localhost'])
      assert.equal((await call(other, 'GET')).headers.get('access-control-allow-origin'), null, other)
    const demo = await fetch(`${lab.platform.api}/auth/demo`, { headers: { origin } })
    assert.deepEqual(await demo.json(), { people: [] })
  })

  test('requests with two lengths, or a header that is split, are refused', async () => {
    const head = `POST / HTTP/1.1\r\nHost: ${lab.hostOf('game')}\r\n`
    for (const text of [
      `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n`,
      `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`,
      `${head}X-A: 1\rX-Signature-Ed25519: 00\r\n\r\n`,
    ])
      assert.match(await exchange(text), /^HTTP\/1\.1 400 /)
    assert.ok(!target.received.some(({ url }) => url === '/smuggled'))
    assert.match(await exchange(`${head}X-Huge: ${'x'.repeat(20_000)}\r\n\r\n`), /^HTTP\/1\.1 431 /)
  })

  test('TRACE is refused', async () => {
    assert.equal((await lab.send('game', '/', { method: 'TRACE' })).status, 405)
  })
})

describe('targets', () => {
  for (const path of Object.keys(RAW).filter((path) => path !== '/split'))
    test(`the response ${path} is a 502`, async () => {
      assert.equal((await lab.send('game', `/raw${path}`)).status, 502)
    })

  test('a folded header adds no header', async () => {
    const { headers } = await lab.send('game', '/raw/split')
    assert.equal(headers['set-cookie'], undefined)
  })

  test('a target that does not respond is a 504 with a page', async () => {
    const silent = silentRequests('game', 1)
    await silent.received
    wallClock.advance(60_000)
    const [{ status, headers, body } = assert.fail()] = await Promise.all(silent.replies)
    assert.equal(status, 504)
    assert.match(body, /did not respond in time/)
    assert.match(String(headers['content-security-policy']), /frame-ancestors/)
  })

  test('a body that stalls or does not end is broken off', async () => {
    for (const path of ['/stalls', '/endless']) await assert.rejects(lab.send('game', path), /aborted/, path)
  })

  test('bodies above the limit are refused, whether their length is known or not', async () => {
    const headers = { 'content-length': MEGABYTE + 1 }
    const announced = await lab
      .send('game', '/', { method: 'POST', headers, body: Readable.from([]) })
      .catch(() => null)
    assert.ok(announced === null || announced.status === 413)
    const chunks = Readable.from(Array.from({ length: 17 }, () => Buffer.alloc(65_536)))
    const chunked = await lab.send('game', '/', { method: 'POST', body: chunks }).catch(() => null)
    assert.ok(chunked === null || chunked.status === 413, String(chunked?.status))
    assert.equal((await lab.send('game', '/', { method: 'POST', body: Buffer.alloc(MEGABYTE) })).status, 200)
  })

  test('a slow activity uses up its own places only', ONE_NODE, async () => {
    const silent = silentRequests('slow', 3)
    await silent.received
    assert.equal((await lab.send('slow', '/')).status, 503)
    assert.equal((await lab.send('game', '/')).status, 200)
    wallClock.advance(60_000)
    for (const { status } of await Promise.all(silent.replies)) assert.equal(status, 504)
  })
})

test('a target that is the platform itself, or the proxy, is refused', async () => {
  const inner = await startActivities({ game: [{ prefix: '/', target: 'placeholder.example' }] })
  try {
    const owner = { authorization: inner.tokenOf('ann'), 'content-type': 'application/json' }
    for (const host of [`127.0.0.1:${inner.port}`, `localhost:${inner.port}/api`, inner.hostOf('game')]) {
      const body = JSON.stringify({ url_map: [{ prefix: '/', target: host }] })
      const path = `${inner.platform.api}/applications/${inner.idOf('game')}/proxy-config`
      assert.equal((await fetch(path, { method: 'POST', headers: owner, body })).status, 200)
      assert.equal((await inner.send('game', '/auth/demo')).status, 508, host)
    }
  } finally {
    await inner.platform.close()
  }
})

test('with --outgoing public, targets on this machine and its network are not requested', async () => {
  const count = target.received.length
  const port = target.port
  const targets = [
    '127.0.0.1',
    'localhost',
    'a.localhost',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
    '[::ffff:127.0.0.1]',
    'localhost.',
  ]
  const mappings = [
    ...targets.map((host, index) => ({ prefix: `/${'abcdefghijklm'[index]}`, target: `${host}:${port}` })),
    { prefix: '/name/{host}', target: `{host}:${port}` },
    { prefix: '/', target: `127.0.0.1:${port}` },
  ]
  const closed = await startActivities({ game: mappings }, { outgoing: 'public' })
  try {
    for (const path of [...targets.keys()].map((index) => `/${'abcdefghijklm'[index]}`))
      assert.equal((await closed.send('game', path)).status, 502, path)
    assert.equal((await closed.send('game', '/name/localhost')).status, 502)
    assert.equal((await closed.send('game', '/')).status, 502)
    assert.equal(target.received.length, count)
  } finally {
    await closed.platform.close()
  }
})

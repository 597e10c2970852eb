import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { constants, createDeflate, createZstdCompress, deflateSync } from 'node:zlib'
import { type WebSocket, WebSocketServer } from 'ws'
import { packEtf, unpackEtf } from './etf.ts'
import { type ConnectOptions, RawGateway } from './raw-gateway.ts'
import type { Compression } from './wire-codec.ts'

type Send = (op: number, d: unknown, t?: string) => void
type Behaviour = (op: number, d: unknown, send: Send, socket: WebSocket) => void

/** Invented payloads are not for an observer of the whole process. */
function withoutObserver(t: TestContext): void {
  const { observe } = RawGateway
  if (!observe) return
  RawGateway.observe = undefined
  t.after(() => {
    RawGateway.observe = observe
  })
}

/** A gateway of a few lines: it sends HELLO on connect and answers heartbeats; the test decides the rest. */
async function pretend(t: TestContext, behave: Behaviour, payloadCompression = false): Promise<string> {
  withoutObserver(t)
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  t.after(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  server.on('connection', (socket, request) => {
    const query = new URL(request.url ?? '/', 'http://x').searchParams
    const isEtf = query.get('encoding') === 'etf'
    const compressed = compressor(query.get('compress') as Compression | null, (bytes) => socket.send(bytes))
    let seq = 0
    const send: Send = (op, d, name) => {
      const frame = { op, d, s: name ? ++seq : null, t: name ?? null }
      const bytes = isEtf ? packEtf(frame) : Buffer.from(JSON.stringify(frame))
      if (compressed) compressed(bytes)
      else if (payloadCompression) socket.send(deflateSync(bytes))
      else socket.send(bytes, { binary: isEtf })
    }
    send(10, { heartbeat_interval: 41250 })
    socket.on('message', (data: Buffer) => {
      const { op, d } = (isEtf ? unpackEtf(data) : JSON.parse(data.toString())) as { op: number; d: unknown }
      if (op === 1) send(11, null)
      else behave(op, d, send, socket)
    })
  })
  await once(server, 'listening')
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function compressor(compress: Compression | null, out: (bytes: Buffer) => void) {
  if (compress === null) return undefined
  const stream = compress === 'zlib-stream' ? createDeflate() : createZstdCompress()
  const flush = compress === 'zlib-stream' ? constants.Z_SYNC_FLUSH : constants.ZSTD_e_flush
  let chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  let last: Promise<void> = Promise.resolve()
  return (bytes: Buffer) => {
    last = last.then(
      () =>
        new Promise((resolve) => {
          stream.write(bytes)
          stream.flush(flush, () => {
            out(Buffer.concat(chunks))
            chunks = []
            resolve()
          })
        }),
    )
  }
}

const welcome: Behaviour = (op, _d, send) => {
  if (op !== 2) return
  send(0, { session_id: 'abc', resume_gateway_url: 'ws://127.0.0.1:1', user: { id: '80351110224678912' } }, 'READY')
  for (let n = 1; n <= 20; n += 1) send(0, { n, content: 'é'.repeat(n * 50) }, 'MESSAGE_CREATE')
}

test('frames are understood in every encoding and compression', async (t) => {
  const cases: [ConnectOptions, boolean][] = [
    [{}, false],
    [{}, true],
    [{ encoding: 'etf' }, false],
    [{ compress: 'zlib-stream' }, false],
    [{ compress: 'zstd-stream' }, false],
    [{ encoding: 'etf', compress: 'zlib-stream' }, false],
    [{ encoding: 'etf', compress: 'zstd-stream' }, false],
  ]
  for (const [options, payloadCompression] of cases) {
    const url = await pretend(t, welcome, payloadCompression)
    await using gateway = await RawGateway.connect(url, options)
    const { d } = await gateway.next<{ heartbeat_interval: number }>(10)
    assert.equal(d.heartbeat_interval, 41250)
    const ready = await gateway.identify<{ user: { id: string } }>({ token: 'x' })
    assert.equal(ready.user.id, '80351110224678912')
    const last = await gateway.next<{ n: number; content: string }>((frame) => frame.s === 21)
    assert.deepEqual(last.d, { n: 20, content: 'é'.repeat(1000) }, JSON.stringify(options))
    assert.equal(gateway.seq, 21)
    assert.equal(gateway.sessionId, 'abc')
    assert.equal(gateway.frames.length, 19, 'frames nobody took stay')
    assert.equal((await gateway.next<{ n: number }>('MESSAGE_CREATE')).d.n, 1)
  }
})

test('an observer receives dispatches with the kind of user, from READY on and without those of ETF [EVT-22]', async (t) => {
  t.after(() => {
    RawGateway.observe = undefined
  })
  const url = await pretend(t, (op, d, send) => {
    if (op === 2) send(0, { session_id: 'abc', ...(d as object) }, 'READY')
    if (op === 8) send(0, {}, 'GUILD_MEMBERS_CHUNK')
  })
  const observed: unknown[] = []
  RawGateway.observe = ({ event, receiver }) => observed.push([event, receiver])
  for (const [encoding, token, user] of [
    ['json', 'x', { bot: true }],
    ['json', 'y', {}],
    ['json', 'Bearer z', {}],
    ['etf', 'x', {}],
  ] as const) {
    await using gateway = await RawGateway.connect(url, { encoding })
    gateway.send(8)
    await gateway.next('GUILD_MEMBERS_CHUNK')
    await gateway.identify({ token, user })
  }
  assert.deepEqual(observed, [
    ['READY', 'bot'],
    ['READY', 'person'],
    ['READY', 'game'],
  ])
})

test('next says what it missed: in time, at a close, after a close', async (t) => {
  const url = await pretend(t, (op, _d, send, socket) => {
    if (op === 2) socket.close(4004, 'Authentication failed.')
    if (op === 8) send(0, {}, 'GUILD_MEMBERS_CHUNK')
  })
  await using gateway = await RawGateway.connect(url)
  gateway.send(8, {})
  await assert.rejects(gateway.next('READY', { timeoutMs: 20 }), /no READY within 20 ms/)
  await assert.rejects(gateway.identify({ token: 'wrong' }), /no READY: .*4004 Authentication failed/)
  assert.deepEqual(await gateway.closed, { code: 4004, reason: 'Authentication failed.' })
  await assert.rejects(gateway.next('TYPING_START'), /no TYPING_START: .*4004/)
  assert.equal((await gateway.next('GUILD_MEMBERS_CHUNK')).op, 0, 'what came before the close can still be read')
})

test('none fails for what came behind its back, and only for that', async (t) => {
  const url = await pretend(t, (_op, d, send) => {
    if (typeof d === 'string') send(0, {}, d)
  })
  await using gateway = await RawGateway.connect(url)
  gateway.send(99, 'TYPING_START')
  await gateway.next((frame) => frame.t === 'TYPING_START')
  await gateway.none('TYPING_START', async () => gateway.send(99, 'PRESENCE_UPDATE'))
  await assert.rejects(
    gateway.none('TYPING_START', async () => gateway.send(99, 'TYPING_START')),
    /TYPING_START came/,
  )
  const marker = { trigger: async () => gateway.send(99, 'CHANNEL_UPDATE'), event: 'CHANNEL_UPDATE' }
  await gateway.none('TYPING_START', async () => {}, marker)
})

test('resume takes the session along', async (t) => {
  let url = ''
  const resumes: unknown[] = []
  url = await pretend(t, (op, d, send) => {
    if (op === 2) send(0, { session_id: 'abc', resume_gateway_url: url }, 'READY')
    if (op === 6) {
      resumes.push(d)
      send(0, {}, 'RESUMED')
    }
  })
  const gateway = await RawGateway.connect(url)
  await gateway.identify({ token: 'x' })
  assert.equal((await gateway.drop()).code, 1006)
  await using resumed = await gateway.resume()
  await resumed.next('RESUMED')
  assert.deepEqual(resumes, [{ token: 'x', session_id: 'abc', seq: 1 }])
})

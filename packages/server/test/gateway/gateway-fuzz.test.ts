/** Invalid gateway input: it is refused, the process goes on, and nothing of it remains. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Intent } from '@guildhall/protocol'
import type { RawGateway } from '@guildhall/testing'
import fc from 'fast-check'
import { type Lab, startLab } from '../support/gateway-lab.ts'
import { onlyOneNode } from '../support/only-one-node.ts'
import { randomCount } from '../support/random-count.ts'

/** Random inputs of each property. */
const FRAME_RUNS = randomCount({ whole: 200, short: 60 })
/** Codes with which a connection may end for what it sent; 4000 would be a fault of the server's own. */
const DOCUMENTED = new Set([4001, 4002, 4003, 4004, 4005, 4007, 4008, 4010, 4012, 4013, 4014])

/** A connection that was sent something still answers heartbeats, or was closed with a reason. */
async function answersOrCloses(gateway: RawGateway, why: string): Promise<void> {
  const beat = gateway.next(11, { timeoutMs: 4_000 }).then(
    () => null,
    (error: Error) => error,
  )
  gateway.send(1, null)
  const ended = await Promise.race([beat.then(() => null), gateway.closed])
  if (ended) assert.ok(DOCUMENTED.has(ended.code), `${ended.code} ${ended.reason} after ${why}`)
  else assert.equal(await beat, null, why)
  await gateway.drop()
}

function hostileFields(lab: Lab) {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      '',
      '\0',
      '\ud800',
      '%',
      '_',
      "'",
      -1,
      1e300,
      2 ** 53,
      '9'.repeat(19),
      '9'.repeat(20),
    ),
    fc.constantFrom<unknown>({ toString: 1 }, { valueOf: null, toString: null }, { toJSON: 1 }, [[[]]], {
      length: 1e9,
    }),
    fc.constantFrom<unknown>(lab.guildId('lab'), lab.userId('bob'), lab.channelId('lab', 'general'), lab.token('app')),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const value = fc.oneof({ weight: 3, arbitrary: odd }, { weight: 1, arbitrary: fc.array(odd, { maxLength: 8 }) })
  const names = [
    ...['token', 'intents', 'capabilities', 'shard', 'large_threshold', 'compress', 'presence', 'properties'],
    ...['session_id', 'seq', 'guild_id', 'guild_ids', 'user_ids', 'query', 'limit', 'nonce', 'presences', 'fields'],
    ...['status', 'activities', 'since', 'afk', 'channel_id', 'self_mute', 'self_deaf', 'self_video', 'flags'],
  ]
  const fields = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
  const member = fc.record(
    {
      guild_id: fc.constant(lab.guildId('lab')),
      query: value,
      limit: value,
      user_ids: value,
      nonce: value,
      presences: value,
    },
    { requiredKeys: ['guild_id'] },
  )
  const activity = fc.record(
    {
      name: value,
      type: fc.oneof(value, fc.nat(6)),
      state: value,
      url: value,
      emoji: value,
      timestamps: value,
      party: value,
    },
    { requiredKeys: [] },
  )
  const presence = fc.record({
    status: fc.constantFrom('online', 'dnd', 'x'),
    activities: fc.oneof(value, fc.array(activity)),
  })
  const identify = fc
    .tuple(fields, fc.constant({ token: lab.token('app'), properties: {} }))
    .map(([a, b]) => ({ ...a, ...b }))
  return { value, fields, member, presence, identify }
}

test('frames of random fields at every opcode, in both encodings, before and in a session', async () => {
  await using lab = await startLab({ logLevel: 'silent' })
  const { value, fields, member, presence, identify } = hostileFields(lab)
  const op = fc.constantFrom(1, 3, 4, 5, 8, 13, 14, 17, 22, 28, 30, 31, 34, 36, 37, 40, 41, 43)
  const frame = fc.oneof(
    fc.tuple(op, fc.oneof(fields, value)),
    fc.tuple(fc.constant(8), member),
    fc.tuple(fc.constant(3), presence),
  )
  const query = fc.constantFrom({}, { encoding: 'etf' as const }, { compress: 'zlib-stream' as const })
  const inSession = fc.asyncProperty(query, fc.array(frame, { minLength: 1, maxLength: 12 }), async (query, frames) => {
    const gateway = await lab.session('app', {}, query)
    for (const [op, d] of frames) gateway.send(op, d)
    await answersOrCloses(gateway, JSON.stringify(frames))
  })
  await fc.assert(inSession, { numRuns: FRAME_RUNS, endOnFailure: true })
  const before = fc.asyncProperty(
    query,
    fc.constantFrom(2, 2, 6),
    fc.oneof(identify, fields, value),
    async (query, op, d) => {
      const gateway = await lab.connect(query)
      gateway.send(op, d)
      await answersOrCloses(gateway, JSON.stringify([op, d]))
    },
  )
  await fc.assert(before, { numRuns: FRAME_RUNS, endOnFailure: true })
  assert.equal((await lab.person('bob').get(`/guilds/${lab.guildId('lab')}`)).status, 200)
})

test('messages of random bytes and of broken JSON', async () => {
  await using lab = await startLab()
  const whole = JSON.stringify({
    op: 2,
    d: { token: lab.token('app'), intents: Intent.GUILDS, properties: {}, shard: [0, 1] },
  })
  const nested = (open: string, close: string) => `{"op":3,"d":${open.repeat(700)}${close.repeat(700)}}`
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc
      .tuple(fc.nat(whole.length), fc.string({ maxLength: 3 }))
      .map(([at, put]) => whole.slice(0, at) + put + whole.slice(at + 1)),
    fc.constantFrom(
      nested('[', ']'),
      nested('{"a":', '}'),
      nested('[', ''),
      `{"op":1e999}`,
      '{"__proto__":{"op":1}}',
      '\uFEFF{"op":1}',
    ),
  )
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 400 }).map((list) => Buffer.from(list))
  const property = fc.asyncProperty(fc.oneof(text, bytes), fc.boolean(), async (message, etf) => {
    const gateway = await lab.connect(etf ? { encoding: 'etf' } : {})
    gateway.sendRaw(message)
    await answersOrCloses(gateway, String(message))
  })
  await fc.assert(property, { numRuns: FRAME_RUNS, endOnFailure: true })
})

const UPGRADE = [
  'GET /gateway?v=10&encoding=json HTTP/1.1',
  'host: localhost',
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
]
const request = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`

async function tcp(
  lab: Lab,
  closesWithinMs = 4_000,
): Promise<{ socket: Socket; read: () => Buffer; closed: Promise<void> }> {
  const { hostname, port } = new URL(lab.platform.url)
  const socket = connectTcp(Number(port), hostname)
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve, reject) => {
    const guard = setTimeout(
      () => reject(new Error(`still open after: ${Buffer.concat(parts).toString('latin1')}`)),
      closesWithinMs,
    )
    socket.on('close', () => {
      clearTimeout(guard)
      resolve()
    })
  })
  await once(socket, 'connect')
  return { socket, read: () => Buffer.concat(parts), closed }
}

/** One frame as a client sends it, or as it should not. */
function frame(
  first: number,
  payload: Buffer | string,
  { masked = true, length }: { masked?: boolean; length?: bigint } = {},
) {
  const bytes = Buffer.from(payload)
  const size = length ?? BigInt(bytes.length)
  const small = size < 126n
  const header = Buffer.alloc(small ? 2 : 10)
  header[0] = first
  header[1] = (masked ? 0x80 : 0) | (small ? Number(size) : 127)
  if (!small) header.writeBigUInt64BE(size, 2)
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([header, masked ? Buffer.alloc(4) : Buffer.alloc(0), bytes])
}

const BEAT = '{"op":1,"d":null}'
const BROKEN_FRAMES: Record<string, Buffer> = {
  'no mask': frame(0x81, BEAT, { masked: false }),
  'reserved bits': frame(0xf1, BEAT),
  'a compressed message, which was not agreed': frame(0xc1, BEAT),
  'a reserved opcode': frame(0x83, BEAT),
  'a reserved control opcode': frame(0x8b, BEAT),
  'a ping in pieces': frame(0x09, 'x'),
  'a ping of 126 bytes': frame(0x89, 'x'.repeat(126)),
  'a piece of nothing': frame(0x80, BEAT),
  'a new message within another': Buffer.concat([frame(0x01, '{"op"'), frame(0x81, BEAT)]),
  'a length beyond all': frame(0x82, 'x', { length: 2n ** 63n }),
  'a length beyond what is taken': frame(0x82, 'x', { length: 2n ** 32n }),
  'pieces beyond what is taken': Buffer.concat([
    frame(0x02, 'x'.repeat(40_000)),
    ...Array.from({ length: 3 }, () => frame(0x00, 'x'.repeat(40_000))),
  ]),
  'text that is no UTF-8': frame(0x81, Buffer.from([0x7b, 0xff, 0xfe])),
  'a close of one byte': frame(0x88, 'x'),
  'a close with a code that is none': frame(0x88, Buffer.from([0x03, 0xed])),
  'a close with a reason that is no UTF-8': frame(0x88, Buffer.from([0x03, 0xe8, 0xff])),
  noise: Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 197) % 256)),
}

test('broken WebSocket frames end their connection and no other', async () => {
  await using lab = await startLab()
  const bystander = await lab.session('app')
  for (const [name, bytes] of Object.entries(BROKEN_FRAMES)) {
    const { socket, read, closed } = await tcp(lab)
    socket.write(Buffer.concat([Buffer.from(request(UPGRADE)), bytes]))
    await closed
    assert.match(read().toString('latin1'), /^HTTP\/1\.1 101 /, name)
    assert.doesNotMatch(read().toString('latin1'), /"op":11/, name)
  }
  bystander.send(1, null)
  await bystander.next(11)
  await bystander.close()
})

test('fragmented frames, single bytes, and frames in the write of the upgrade are read as whole messages', async () => {
  await using lab = await startLab()
  const pieces = Buffer.concat([
    frame(0x01, BEAT.slice(0, 1)),
    ...[...BEAT.slice(1, -1)].flatMap((letter) => [frame(0x89, 'between'), frame(0x00, letter)]),
    frame(0x80, BEAT.slice(-1)),
  ])
  const ways: Record<string, Buffer[]> = {
    'in one write': [Buffer.concat([Buffer.from(request(UPGRADE)), frame(0x81, BEAT)])],
    'byte by byte': [...Buffer.concat([Buffer.from(request(UPGRADE)), frame(0x81, BEAT)])].map((byte) =>
      Buffer.from([byte]),
    ),
    'in fragments with pings between': [Buffer.from(request(UPGRADE)), pieces],
  }
  for (const [name, writes] of Object.entries(ways)) {
    const { socket, read, closed } = await tcp(lab)
    for (const write of writes) {
      socket.write(write)
      await new Promise((resolve) => setImmediate(resolve))
    }
    while (!read().toString('latin1').includes('"op":11'))
      await once(socket, 'data', { signal: AbortSignal.timeout(4_000) })
    assert.equal(read().toString('latin1').split('"op":11').length, 2, name)
    socket.destroy()
    await closed
  }
})

test('incomplete and invalid upgrades are refused or dropped with their socket', async () => {
  await using lab = await startLab()
  const without = (name: string) => UPGRADE.filter((line) => !line.startsWith(name))
  const replace = (name: string, line: string) => [...without(name), line]
  const refused: Record<string, string> = {
    'no key': request(without('sec-websocket-key')),
    'a bad key': request(replace('sec-websocket-key', 'sec-websocket-key: short')),
    'an old version': request(replace('sec-websocket-version', 'sec-websocket-version: 7')),
    'no version': request(without('sec-websocket-version')),
    POST: request(['POST /gateway HTTP/1.1', ...UPGRADE.slice(1), 'content-length: 0']),
    'another protocol': request(replace('upgrade', 'upgrade: h2c')),
    'another path': request(['GET /nowhere HTTP/1.1', ...UPGRADE.slice(1)]),
    'a path above': request(['GET /../gateway/../etc HTTP/1.1', ...UPGRADE.slice(1)]),
    'a whole address': request(['GET http://x/gateway HTTP/1.1', ...UPGRADE.slice(1)]),
    'no HTTP': 'GATEWAY\r\n\r\n',
  }
  for (const [name, text] of Object.entries(refused)) {
    const { socket, read, closed } = await tcp(lab)
    socket.end(text)
    await closed
    assert.match(read().toString('latin1'), /^HTTP\/1\.1 4\d\d /, name)
  }
  const odd = [
    '/gateway?',
    '/gateway?v',
    '/gateway?%ff=%',
    '/gateway?v=10&v=5&encoding[]=etf',
    '/gateway?compress=brotli',
    '/gateway/?v=10',
    '//?v=10',
    '/?v=10\\',
    `/gateway?${'x'.repeat(8000)}`,
  ]
  for (const path of odd) {
    const { socket, read, closed } = await tcp(lab)
    socket.end(request([`GET ${path} HTTP/1.1`, ...UPGRADE.slice(1)]))
    await closed
    assert.match(read().toString('latin1'), /^HTTP\/1\.1 (101|4\d\d) /, path)
  }
  for (const lines of [UPGRADE, ['GET /nowhere HTTP/1.1', ...UPGRADE.slice(1)]]) {
    const text = request(lines)
    for (let end = 1; end <= text.length; end += 9) {
      const { socket, closed } = await tcp(lab)
      socket.write(text.slice(0, end + (end + 9 > text.length ? 9 : 0)), () => socket.resetAndDestroy())
      await closed
    }
    for (let count = 0; count < 20; count += 1) {
      const { socket, closed } = await tcp(lab)
      socket.write(text + request(lines))
      socket.resetAndDestroy()
      await closed
    }
  }
  await lab.settle()
  await (await lab.session('app')).close()
})

test('[GW-13] a client that does not read is disconnected, without lost events or much memory for others', async () => {
  await using lab = await startLab()
  const reading = await lab.session('app', { intents: Intent.GUILD_MESSAGES })
  const { socket, read, closed } = await tcp(lab, 60_000)
  const identify = {
    op: 2,
    d: { token: lab.token('app'), intents: Intent.GUILD_MESSAGES | Intent.MESSAGE_CONTENT, properties: {} },
  }
  socket.write(Buffer.concat([Buffer.from(request(UPGRADE)), frame(0x81, JSON.stringify(identify))]))
  while (!read().includes('READY')) await once(socket, 'data', { signal: AbortSignal.timeout(4_000) })
  await lab.settle()
  socket.pause()
  const before = process.memoryUsage().rss
  const large = { content: '🙂'.repeat(1_000), embeds: [{ description: '三'.repeat(3_000) }] }
  const MESSAGES = 1_200
  const path = `/channels/${lab.channelId('lab', 'general')}/messages`
  const sending = Array.from({ length: 4 }, async () => {
    for (let count = 0; count < MESSAGES / 4; count += 1) await lab.bot('app').post(path, large)
  })
  await Promise.all(sending)
  for (let count = 0; count < MESSAGES; count += 1) await reading.next('MESSAGE_CREATE')
  const grown = (process.memoryUsage().rss - before) / 2 ** 20
  socket.resume()
  await closed
  const arrived = read().toString('latin1').split('"t":"MESSAGE_CREATE"').length - 1
  assert.ok(arrived < MESSAGES, `all ${arrived} arrived: nothing was ever too much`)
  assert.ok(grown < 300, `${grown} MiB`)
  await reading.close()
})

/** Sockets of this process, both ends. */
const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

const ONE_NODE = onlyOneNode('the sockets and the memory of a process are those of one')

test('[GW-13] sessions that are never resumed leave no socket, presence or memory', ONE_NODE, async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const channels = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [`c${index}`, { topic: 'x'.repeat(1000) }]),
  )
  const world = {
    users: { ann: {} },
    applications: { app: { owner: 'ann', bot: {} }, watch: { owner: 'ann', bot: {}, intents: ['GUILD_PRESENCES'] } },
    guilds: { lab: { owner: 'ann', bots: { app: {}, watch: {} }, channels } },
  }
  await using lab = await startLab({ world: world as never })
  const queries = [{}, { encoding: 'etf' }, { compress: 'zlib-stream' }, { compress: 'zstd-stream' }] as const
  const present = async () => {
    const watching = await lab.session('watch', { intents: Intent.GUILDS | Intent.GUILD_PRESENCES })
    const { presences } = (await watching.next<{ presences: { user: { id: string } }[] }>('GUILD_CREATE')).d
    await watching.close()
    return presences.some(({ user }) => user.id === lab.userId('app'))
  }
  const round = async () => {
    for (let batch = 0; batch < 6; batch += 1) {
      const gateways = await Promise.all(
        queries.flatMap((query) => [1, 2, 3].map(() => lab.session('app', { intents: Intent.GUILDS }, query))),
      )
      await Promise.all(gateways.map((gateway) => gateway.next('GUILD_CREATE')))
      await Promise.all(gateways.map((gateway) => gateway.drop()))
    }
    await lab.settle()
    assert.equal(await present(), true, 'sessions wait to be resumed')
    lab.wallClock.advance(180_000)
    await lab.settle()
    assert.equal(await present(), false, 'no session waits any more')
    await lab.settle()
    collect()
    const { heapUsed, rss } = process.memoryUsage()
    return { heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20, sockets: sockets() }
  }
  const rounds = []
  for (let count = 0; count < 4; count += 1) rounds.push(await round())
  const [, early, ...later] = rounds
  const last = later.at(-1)
  assert.ok(early && last)
  const told = JSON.stringify(rounds)
  assert.ok(last.sockets <= early.sockets, `sockets: ${told}`)
  // A guild of 140 kB for each of 144 sessions would be 19 MiB, and compression streams for half of them as much.
  assert.ok(last.heap - early.heap < 8, `heap: ${told}`)
  assert.ok(last.rss - early.rss < 24, `memory: ${told}`)
})

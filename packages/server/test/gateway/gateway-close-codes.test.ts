/** Close codes of the gateway by raw sockets: faults in payloads, identification, shards and intents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConnectOptions, packEtf, type RawGateway } from '@guildhall/testing'
import { type Lab, labWorld, PRIVILEGED, startLab } from '../support/gateway-lab.ts'

const SERVER_ONLY = [0, 7, 9, 10, 11]
const FOR_SESSIONS = [3, 4, 8, 31, 43]

interface Fault {
  name: string
  query?: ConnectOptions
  act(gateway: RawGateway): void
}

const sends = (op: number, d?: unknown): Fault => ({
  name: `op ${op} with ${JSON.stringify(d)?.slice(0, 80)}`,
  act: (gateway) => gateway.send(op, d),
})
const sendsRaw = (data: string | Buffer, query: ConnectOptions = {}): Fault => ({
  name: `${JSON.stringify(query)} ${data.toString('latin1' as never).slice(0, 80)}`,
  query,
  act: (gateway) => gateway.sendRaw(data),
})

/** Each fault on its own connection ends it with the code; what the server says before is HELLO alone. */
async function closesWith(lab: Lab, code: number, faults: readonly Fault[]): Promise<void> {
  for (const { name, query = {}, act } of faults) {
    const gateway = await lab.connect(query)
    await gateway.next(10)
    act(gateway)
    assert.equal((await gateway.closed).code, code, name)
    assert.deepEqual(
      gateway.frames.map((frame) => frame.op),
      [],
      name,
    )
  }
}

/** The same for a session: READY has been. */
async function endsSessionWith(lab: Lab, code: number, faults: readonly Fault[]): Promise<void> {
  for (const { name, query = {}, act } of faults) {
    const gateway = await lab.session('app', { intents: 0 }, query)
    act(gateway)
    assert.equal((await gateway.closed).code, code, name)
  }
}

test('unknown opcodes, and those of the server, close with 4001', async () => {
  await using lab = await startLab()
  const opcodes = [...SERVER_ONLY, 12, 15, 99, -1, 44, 4000, 2 ** 31, 2 ** 52]
  await closesWith(
    lab,
    4001,
    opcodes.map((op) => sends(op, null)),
  )
  await endsSessionWith(
    lab,
    4001,
    opcodes.map((op) => sends(op, null)),
  )
})

test('[GW-9] undecodable payloads close with 4002', async () => {
  await using lab = await startLab()
  const etf = { encoding: 'etf' } as const
  const list = [
    '',
    '{',
    'null',
    '5',
    '"text"',
    '[]',
    '{}',
    '{"op":"1"}',
    '{"op":1.5}',
    '{"op":null}',
    '{"op":[1]}',
    '\0',
  ]
  const faults = [
    ...list.map((text) => sendsRaw(text)),
    sendsRaw(packEtf({ op: 1, d: null })),
    sendsRaw('{"op":1,"d":null}', etf),
    sendsRaw(packEtf([1]), etf),
    sendsRaw(packEtf({ op: 'x' }), etf),
    sendsRaw(packEtf({ op: 1.5 }), etf),
    sendsRaw(packEtf(null), etf),
    sendsRaw(Buffer.from([131]), etf),
    sendsRaw(Buffer.alloc(0), etf),
  ]
  await closesWith(lab, 4002, faults)
  await endsSessionWith(lab, 4002, faults)
})

test('[GW-9] a payload of 4,097 bytes closes with 4002, one of 4,096 is read', async () => {
  await using lab = await startLab()
  const padded = (bytes: number) => {
    const frame = (text: string) => JSON.stringify({ op: 1, d: text })
    return frame('x'.repeat(bytes - frame('').length))
  }
  const paddedEtf = (bytes: number) => packEtf({ op: 1, d: 'x'.repeat(bytes - packEtf({ op: 1, d: '' }).length) })
  for (const query of [{}, { compress: 'zlib-stream' }] as const) {
    const gateway = await lab.connect(query)
    await gateway.next(10)
    gateway.sendRaw(padded(4096))
    await gateway.next(11)
    gateway.sendRaw(padded(4097))
    assert.equal((await gateway.closed).code, 4002)
  }
  const gateway = await lab.connect({ encoding: 'etf' })
  await gateway.next(10)
  gateway.sendRaw(paddedEtf(4096))
  await gateway.next(11)
  gateway.sendRaw(paddedEtf(4097))
  assert.equal((await gateway.closed).code, 4002)
  await closesWith(lab, 4002, [sendsRaw('é'.repeat(3000)), sendsRaw(padded(60_000))])
})

test('[GW-1] [GW-9] 4002 for fields of wrong types in Identify, Resume, presence and member requests', async () => {
  await using lab = await startLab()
  const identify = { token: lab.token('app'), intents: 0, properties: {} }
  await closesWith(lab, 4002, [
    ...[undefined, null, 'x', 5, [], {}].map((d) => sends(2, d)),
    ...[5, null, {}, ['x']].map((token) => sends(2, { ...identify, token })),
    ...['32768', 1.5, {}, null].map((capabilities) => sends(2, { ...identify, capabilities })),
    ...[undefined, null, 'x', 5, [], {}].map((d) => sends(6, d)),
    sends(6, { token: 5, session_id: 'x', seq: 1 }),
    sends(6, { token: lab.token('app'), session_id: 5, seq: 1 }),
    sends(6, { token: lab.token('app'), session_id: 'x' }),
    sends(6, { token: lab.token('app'), session_id: 'x', seq: '1' }),
    sends(6, { token: lab.token('app'), session_id: 'x', seq: 1.5 }),
  ])
  await endsSessionWith(lab, 4002, [
    ...[undefined, null, 'x', {}, { status: 5 }, { status: 'sleepy' }].map((d) => sends(3, d)),
    ...[undefined, null, 'x', 5, {}].map((d) => sends(8, d)),
    ...[null, {}, 'x', '', -1].map((guild_id) => sends(8, { guild_id, query: '', limit: 0 })),
  ])
})

test('[GW-4] commands before Identify close with 4003', async () => {
  await using lab = await startLab()
  const d = { guild_id: lab.guildId('lab'), query: '', limit: 0 }
  await closesWith(
    lab,
    4003,
    FOR_SESSIONS.flatMap((op) => [sends(op, d), sends(op, null)]),
  )
})

test('invalid tokens close with 4004, in Identify and Resume', async () => {
  await using lab = await startLab()
  const right = lab.token('app')
  const tokens = [
    '',
    'x',
    'Bot ',
    'a.b.c',
    right.slice(0, -1),
    `${right}x`,
    `Bearer ${right}`,
    right.toUpperCase(),
    '\0',
  ]
  await closesWith(lab, 4004, [
    ...tokens.map((token) => sends(2, { token, intents: 0, properties: {} })),
    ...tokens.map((token) => sends(6, { token, session_id: 'x', seq: 0 })),
  ])
  const gateway = await lab.connect()
  await gateway.identify({ token: `Bot ${right}`, intents: 0 })
  await gateway.close()
})

test('[GW-4] a second Identify or Resume closes with 4005, also in one write', async () => {
  await using lab = await startLab()
  const identify = { token: lab.token('app'), intents: 0, properties: {} }
  await endsSessionWith(lab, 4005, [
    sends(2, identify),
    { name: 'resume', act: (gateway) => gateway.send(6, { ...identify, session_id: gateway.sessionId, seq: 1 }) },
  ])
  for (const second of [2, 6]) {
    const gateway = await lab.connect()
    await gateway.next(10)
    gateway.send(2, identify)
    gateway.send(second, { ...identify, session_id: 'x', seq: 0 })
    assert.equal((await gateway.closed).code, 4005)
  }
})

test('invalid shards close with 4010', async () => {
  await using lab = await startLab()
  const shards = [[1, 1], [0, 0], [-1, 1], [0], [0, 1, 2], 'x', 0, {}, [0.5, 1], ['0', '1'], [null, null], []]
  await closesWith(
    lab,
    4010,
    shards.map((shard) => sends(2, { token: lab.token('app'), intents: 0, properties: {}, shard })),
  )
})

test('more than 2,500 guilds on one shard close with 4011', async () => {
  const guilds: Record<string, unknown> = {}
  // Ids in which the shard's bits change from one to the next.
  const id = (count: number) => String((1_000n << 22n) + (BigInt(count) << 22n))
  for (let count = 0; count < 2_501; count += 1)
    guilds[`g${count}`] = { id: id(count), owner: 'ann', bots: { app: {} } }
  await using lab = await startLab({ world: { ...labWorld, guilds } as never })
  await closesWith(lab, 4011, [sends(2, { token: lab.token('app'), intents: 0, properties: {} })])
  let shown = 0
  for (const id of [0, 1]) {
    const gateway = await lab.connect()
    const fields = { token: lab.token('app'), intents: 0, shard: [id, 2] as [number, number] }
    shown += (await gateway.identify<{ guilds: unknown[] }>(fields)).guilds.length
    await gateway.close()
  }
  assert.equal(shown, 2_501)
})

test('4013: intents that do not exist; [AUT-16] 4014: those that are not switched on, each by itself', async () => {
  const applications: Record<string, unknown> = { app: { owner: 'ann', bot: {} } }
  for (const name of PRIVILEGED) applications[name] = { owner: 'ann', bot: {}, intents: [name] }
  await using lab = await startLab({ world: { users: { ann: {} }, applications, guilds: {} } as never })
  const asks = (application: string, intents: unknown) =>
    sends(2, { token: lab.token(application), intents, properties: {} })
  const unknown = [1 << 17, 1 << 18, 1 << 26, 1 << 30, -1, 1.5, '1', 2 ** 40, {}, [1]]
  await closesWith(
    lab,
    4013,
    unknown.map((intents) => asks('app', intents)),
  )
  const bits = [1 << 1, 1 << 8, 1 << 15]
  for (const [index, name] of PRIVILEGED.entries()) {
    const others = bits.filter((_bit, other) => other !== index)
    await closesWith(lab, 4014, [asks('app', bits[index]), ...others.map((bit) => asks(name, bit | 1))])
    const gateway = await lab.session(name, { intents: (bits[index] ?? 0) | 1 })
    await gateway.close()
  }
})

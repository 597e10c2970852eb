/** ETF of both codecs, and of neither: what cannot be read is refused. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { packEtf as packByOther, unpackEtf as unpackByOther } from '@guildhall/testing'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import { packDispatchHead, packEtf, packSequence, unpackEtf } from '../../src/transports/gateway/etf.ts'
import { startLab } from '../support/gateway-lab.ts'

const key = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => text !== '__proto__')
const { term } = fc.letrec((tie) => ({
  term: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(tie('term'), { maxLength: 6 }),
    fc.dictionary(key, tie('term'), { maxKeys: 6, noNullPrototype: true }),
  ),
}))
/** The other codec keeps what is beyond 32 bits as bigint. */
const alike = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, entry) => (typeof entry === 'bigint' ? Number(entry) : entry)))

test('etf: both codecs read what either writes', () => {
  fc.assert(
    fc.property(term, (value) => {
      assert.deepEqual(unpackEtf(packEtf(value)), value)
      assert.deepEqual(unpackEtf(packByOther(value)), value)
      assert.deepEqual(alike(unpackByOther(packEtf(value))), value)
    }),
    { numRuns: 300 },
  )
  fc.assert(
    fc.property(term, fc.string(), fc.integer({ min: 1, max: 2 ** 31 - 1 }), (d, t, s) => {
      const frame = Buffer.concat([packDispatchHead(t, d), Buffer.from(packSequence(s), 'latin1')])
      assert.deepEqual(alike(unpackByOther(frame)), { t, op: 0, d, s })
    }),
  )
  const snowflakes = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })
  fc.assert(
    fc.property(snowflakes, (id) => {
      const read = unpackEtf(packByOther(id))
      assert.deepEqual(typeof read === 'string' ? read : BigInt(read as number).toString(), id.toString())
    }),
  )
})

/** A RangeError is the only way out but a value. */
function readsOrRefuses(bytes: Buffer): void {
  try {
    unpackEtf(bytes)
  } catch (error) {
    assert.ok(error instanceof RangeError, `${bytes.toString('hex')}: ${error}`)
  }
}

test('etf: random bytes are decoded or refused', () => {
  const bytes = fc.uint8Array({ maxLength: 200 })
  fc.assert(
    fc.property(bytes, (tail) => readsOrRefuses(Buffer.from([131, ...tail]))),
    { numRuns: 1000 },
  )
  const tags = fc.constantFrom(70, 80, 82, 97, 98, 99, 100, 104, 105, 106, 107, 108, 109, 110, 111, 115, 116, 118, 119)
  fc.assert(
    fc.property(fc.array(fc.oneof(tags, fc.constantFrom(0, 1, 2, 255), fc.nat(255)), { maxLength: 60 }), (tail) =>
      readsOrRefuses(Buffer.from([131, ...tail])),
    ),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(term, fc.nat(), fc.nat(255), bytes, (value, at, byte, more) => {
      const packed = packEtf(value)
      const where = 1 + (at % packed.length)
      readsOrRefuses(packed.subarray(0, where))
      const changed = Buffer.from(packed)
      changed[where % packed.length] = byte
      readsOrRefuses(changed)
      readsOrRefuses(Buffer.concat([packed.subarray(0, where), more, packed.subarray(where)]))
      if (more.length > 0) assert.throws(() => unpackEtf(Buffer.concat([packed, more])), RangeError)
      if (where < packed.length) assert.throws(() => unpackEtf(packed.subarray(0, where)), RangeError)
    }),
  )
})

const etfOf = (hex: string) => Buffer.from(`83${hex.replaceAll(' ', '')}`, 'hex')
const float = (value: number) =>
  Buffer.concat([Buffer.from([70]), Buffer.from(new Float64Array([value]).buffer).reverse()])
const HOSTILE_TERMS: Record<string, Buffer> = {
  'a deep list': Buffer.concat([
    Buffer.from([131]),
    ...Array.from({ length: 600 }, () => Buffer.from([108, 0, 0, 0, 1])),
    Buffer.alloc(601, 106),
  ]),
  'a deep map': Buffer.concat([
    Buffer.from([131]),
    ...Array.from({ length: 500 }, () => Buffer.from([116, 0, 0, 0, 1, 97, 1])),
    Buffer.from([106]),
  ]),
  'a list of four thousand million': etfOf('6c ffffffff 61 01 6a'),
  'a map of four thousand million': etfOf('74 ffffffff 61 01 61 01'),
  'a map of many, all empty': etfOf(`74 00000fa0 ${'6a'.repeat(4000)}`),
  'a text of four thousand million': etfOf('6d ffffffff 61'),
  'a tuple': etfOf('68 02 61 01 61 02'),
  'a compressed term': etfOf('50 7fffffff 789c 6304 00 00 02 00 02'),
  'a pid, a port, a reference, a function': etfOf('67 77 01 61 00000000 00000000 00'),
  'a large big integer': etfOf('6f 7fffffff 00 01'),
  'a big integer of 255 digits': etfOf(`6e ff 00 ${'ff'.repeat(255)}`),
  'an improper list': etfOf('6c 00000001 61 01 61 02'),
  'an old float': etfOf(`63 ${Buffer.from('1.5e+00').toString('hex').padEnd(62, '0')}`),
  'a list as a key': etfOf('74 00000001 6c 00000001 61 01 6a 61 01'),
  'a map with a method as a key': etfOf(
    `74 00000001 74 00000001 77 08 ${Buffer.from('toString').toString('hex')} 61 01 61 01`,
  ),
  'a bit string': etfOf('4d 00000001 03 ff'),
  'op as NaN': Buffer.concat([etfOf('74 00000001 77 02 6f70'), float(Number.NaN)]),
  'op as infinity': Buffer.concat([etfOf('74 00000001 77 02 6f70'), float(Number.POSITIVE_INFINITY)]),
  'the op twice': etfOf('74 00000002 77 02 6f70 61 63 77 02 6f70 61 ff'),
  'the prototype': Buffer.concat([
    Buffer.from([131, 116, 0, 0, 0, 1]),
    packByOther('__proto__').subarray(1),
    packByOther({ op: 1 }).subarray(1),
  ]),
}

test('etf: a message whose keys are atoms is closed with 4002, and one with strings as keys is answered', async () => {
  await using lab = await startLab()
  const heartbeat = (key: string) => etfOf(`74 00000002 ${key} 61 01 6d 00000001 64 77 03 6e696c`)
  for (const atom of ['64 0002 6f70', '73 02 6f70', '76 0002 6f70', '77 02 6f70']) {
    const gateway = await lab.connect({ encoding: 'etf' })
    await gateway.next(10)
    gateway.sendRaw(heartbeat('6d 00000002 6f70'))
    await gateway.next(11)
    gateway.sendRaw(heartbeat(atom))
    assert.equal((await gateway.closed).code, 4002, atom)
  }
})

test('etf: compress in Identify changes nothing', async () => {
  await using lab = await startLab()
  const socket = new WebSocket(`${lab.platform.gateway}?v=10&encoding=etf`)
  const firstBytes = new Set<number | undefined>()
  const created = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      firstBytes.add(data[0])
      if (data.includes('GUILD_CREATE')) resolve()
    })
  })
  await once(socket, 'message')
  const d = { token: lab.token('app'), intents: Intent.GUILDS, properties: {}, compress: true }
  socket.send(packByOther({ op: 2, d }))
  await created
  assert.deepEqual([...firstBytes], [131])
  socket.close()
})

test('[GW-9] etf: hostile terms are refused by the codec, and by the gateway with 4002 or 4001', async () => {
  await using lab = await startLab()
  for (const [name, bytes] of Object.entries(HOSTILE_TERMS)) {
    readsOrRefuses(bytes)
    const gateway = await lab.connect({ encoding: 'etf' })
    await gateway.next(10)
    gateway.sendRaw(bytes)
    const { code } = await gateway.closed
    assert.ok(code === 4002 || (name === 'the op twice' && code === 4001), `${name}: ${code}`)
  }
})

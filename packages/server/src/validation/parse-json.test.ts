import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JSON_DEPTH_MAX, JSON_NODES_MAX, JsonError, parseJson } from './parse-json.ts'

const MB = 1024 * 1024
/** A long text takes the path with limits, and a short text the path without. */
const padding = ' '.repeat(5_000)

/** Parses with JSON.parse, and keeps integers beyond 2^53 as their digits: the reference for parseJson. */
const exactly = (text: string): unknown =>
  JSON.parse(text, ((_key: string, value: unknown, context: { source?: string }) => {
    const rounded = Number.isInteger(value) && !Number.isSafeInteger(value)
    return rounded && /^-?\d+$/.test(context.source ?? '') ? context.source : value
  }) as never)

test('parseJson reads any JSON value as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, isLong) => {
      const text = JSON.stringify(value)
      assert.deepEqual(parseJson(isLong ? text + padding : text), exactly(text))
    }),
  )
})

test('parseJson makes digits of exactly the integers that a number would round, wherever they stand', () => {
  const integer = fc.bigInt(-(2n ** 70n), 2n ** 70n)
  const space = fc.constantFrom('', ' ', '\n\t', '\r\n')
  const shape = fc.constantFrom(
    (n: string, s: string) => `${s}${n}${s}`,
    (n: string, s: string) => `[${s}${n}${s},${n},"${n}"]`,
    (n: string, s: string) => `{"a":${s}${n}${s},"${n}":[{"b":${n}}]}`,
    (n: string) => `{"text":", ${n}: \\"${n}\\\\","id":${n}}`,
    (n: string, s: string) => `["ä €",${s}${n}]`,
  )
  fc.assert(
    fc.property(integer, space, shape, fc.boolean(), (n, s, text, isLong) => {
      const json = text(String(n), s)
      assert.deepEqual(parseJson(isLong ? json + padding : json), exactly(json))
    }),
    { numRuns: 500 },
  )
})

test('parseJson leaves numbers with a fraction or an exponent as they are', () => {
  for (const number of [
    '0.12345678901234567890',
    '1234567890123456.75',
    '1e300',
    '12345678901234567890e5',
    '-0',
    '1E+2',
  ])
    for (const text of [`[${number}]`, `[${number}]${padding}`])
      assert.deepEqual(parseJson(text), JSON.parse(text), text)
})

test('parseJson refuses what is not JSON, with long integers in it too', () => {
  const n = '12345678901234567890'
  const texts = [
    '',
    '[',
    '{"a":}',
    `0${n}`,
    `[0${n}]`,
    `{${n}:1}`,
    `{ ${n} : 1}`,
    `[${n} ${n}]`,
    `--${n}`,
    `- ${n}`,
    `+${n}`,
  ]
  for (const text of texts)
    for (const whole of [text, text + padding, `${padding}${text}`])
      assert.throws(() => parseJson(whole), JsonError, text)
  for (const bytes of [Buffer.from([0x22, 0xff, 0x22]), Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])])
    assert.throws(() => parseJson(bytes), JsonError)
})

test('parseJson accepts the limits and refuses one more', () => {
  const nested = (depth: number) => '['.repeat(depth) + padding + ']'.repeat(depth)
  const values = (count: number) =>
    `[${Array(count - 1)
      .fill('1')
      .join()}]${padding}`
  parseJson(nested(JSON_DEPTH_MAX))
  parseJson(values(JSON_NODES_MAX - 1))
  assert.throws(() => parseJson(nested(JSON_DEPTH_MAX + 1)), JsonError)
  assert.throws(() => parseJson(values(JSON_NODES_MAX + 1)), JsonError)
})

test('parseJson reads brackets and digits in strings as text', () => {
  const text = '[{"\\\\"'.repeat(20_000)
  assert.equal(parseJson(JSON.stringify(text)), text)
})

test('parseJson takes 16 MB of base64 in a string', () => {
  const image = 'QUJD'.repeat(4 * MB - 100)
  const body = parseJson(Buffer.from(`{"icon":"${image}","id":175928847299117063}`)) as { icon: string; id: string }
  assert.equal(body.icon.length, image.length)
  assert.equal(body.id, '175928847299117063')
})

/** Returns the shortest of some runs, since others use the machine as well. */
function shortestMs(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...times)
}

test('parseJson refuses 16 MB of anything else in the time that 16 MB of plain text take', () => {
  const plain = JSON.stringify('QUJD'.repeat(4 * MB - 100))
  const baseMs = shortestMs(() => JSON.parse(plain))
  const hostile = {
    arrays: '['.repeat(16 * MB),
    objects: '{"a":'.repeat(3 * MB),
    values: `[${'1,'.repeat(8 * MB)}1]`,
    'empty strings': `[${'"",'.repeat(5 * MB)}1]`,
    'strings just long enough to be skipped': `[${`"${'a'.repeat(40)}",`.repeat(380_000)}1]`,
    'text beyond ASCII': `"${'中'.repeat(5 * MB)}"`,
    spaces: ' '.repeat(16 * MB),
    digits: '1'.repeat(16 * MB),
    'long integers': `[${'1'.repeat(17)},`.repeat(900_000),
    escapes: `"${'\\"'.repeat(8 * MB - 2)}"`,
    'escapes far apart': `"${`${'Q'.repeat(62)}\\/`.repeat(250_000)}"`,
    backslashes: `"${'\\\\'.repeat(8 * MB - 2)}"`,
  }
  for (const [name, text] of Object.entries(hostile)) {
    const bytes = Buffer.from(text)
    const ms = shortestMs(() => assert.throws(() => parseJson(bytes), JsonError))
    assert.ok(ms < 5 * baseMs, `${name}: ${ms} ms, and JSON.parse of plain text ${baseMs} ms`)
  }
})

const IMAGE = `data:image/png;base64,${Buffer.alloc(90_000, 'image').toString('base64')}`

test('parseJson reads long plain strings as JSON.parse does, wherever they stand', () => {
  const texts = [
    JSON.stringify(IMAGE),
    JSON.stringify({ name: 'x', icon: IMAGE, banner: IMAGE, roles: [IMAGE, 1, null] }),
    `{"__proto__": "${IMAGE}", "nested": {"deep": ["${IMAGE}"]}}`,
    // As the name of a member, with an escape, and beyond ASCII.
    `{"${IMAGE}" : 1}`,
    `{"icon": "${IMAGE}é"}`,
    `{"icon": "é${IMAGE}"}`,
    `{"icon": "\\u00e9${IMAGE}\x7f"}`,
    `{"icon": "${IMAGE}\\n"}`,
  ]
  for (const text of texts) assert.deepEqual(parseJson(text), JSON.parse(text))
  const withInteger = parseJson(`{"id": 12345678901234567890, "icon": "${IMAGE}", "other": 12345678901234567891}`)
  assert.deepEqual(withInteger, { id: '12345678901234567890', icon: IMAGE, other: '12345678901234567891' })
})

test('parseJson rejects control characters and missing quotes in long strings', () => {
  const half = IMAGE.length / 2
  const broken = [
    `\x1f${IMAGE}`,
    `x${IMAGE}\x00`,
    `xy${IMAGE}\x1f`,
    `${IMAGE}\n`,
    `\t${IMAGE}`,
    `${IMAGE.slice(0, half)}\u0001${IMAGE.slice(half)}`,
    `${IMAGE}\r\n==`,
  ]
  for (const content of broken) assert.throws(() => parseJson(`{"icon": "${content}"}`), JsonError)
  for (const text of [`"${IMAGE}`, `{"icon": "${IMAGE}}`, `"${IMAGE}" "${IMAGE}"`]) {
    assert.throws(() => parseJson(text), JsonError)
  }
})

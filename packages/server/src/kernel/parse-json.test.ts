import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JSON_DEPTH_MAX, JSON_NODES_MAX, JsonError, parseJson } from './parse-json.ts'

const MB = 1024 * 1024
/** A long text takes the path with limits, and a short text the path without. */
const padding = ' '.repeat(5_000)

test('parseJson reads any JSON value as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, isLong) => {
      const text = JSON.stringify(value)
      assert.deepEqual(parseJson(isLong ? text + padding : text), JSON.parse(text))
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
  const exact = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) ? context?.source : value
  fc.assert(
    fc.property(integer, space, shape, fc.boolean(), (n, s, text, isLong) => {
      const json = text(String(n), s)
      assert.deepEqual(parseJson(isLong ? json + padding : json), JSON.parse(json, exact as never))
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

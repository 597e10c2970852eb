import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EventCodecError, packPayload, unpackPayload } from './payload-codec.ts'

const there = (value: unknown) => unpackPayload(packPayload(value))

/** Texts that look like marks of the format, escapes and prototype keys. */
const oddText = fc.constantFrom('~', '~u', '~s', '~m', '~~', '~5', '~-0', '__proto__', '~__proto__', 'constructor', '')
const key = fc.oneof(oddText, fc.string({ maxLength: 4 }))

/** Values of payloads, with everything that JSON does not have. */
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    oddText,
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom(null, undefined, true, false, 0, -0, Number.NaN, Number.POSITIVE_INFINITY, '\ud800', '"\\\u2028'),
    fc.double(),
    fc.integer(),
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((fields) => Object.fromEntries(fields)),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => new Set(items)),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
  ),
}))

test('a value comes back as it was, whatever it contains', () => {
  fc.assert(
    fc.property(anyValue, (value) => assert.deepStrictEqual(there(value), value)),
    { numRuns: 1000 },
  )
})

test('values that JSON does not have come back', () => {
  const values = [
    { id: 5n, negative: -7n, none: undefined, zero: -0 },
    new Set([1n, new Set(), { a: new Map([[{ b: 1n }, new Set(['x'])]]) }]),
    new Map<unknown, unknown>([
      [1n, undefined],
      [undefined, -0],
    ]),
    [['~s'], ['~m', 1], '~', { '~': '~u', '~~': '~~' }],
    ['\ud800 alone', '\udc00', '\u0000', `${'x'.repeat(100)}"`],
    Object.fromEntries([
      ['__proto__', 1n],
      ['constructor', '~'],
      ['~__proto__', null],
    ]),
  ]
  for (const value of values) assert.deepStrictEqual(there(value), value)
})

test('ids and sets are short', () => {
  assert.equal(
    packPayload({ id: 5n, of: new Set([1n, 2n]), x: undefined }),
    '{"id":"~5","of":["~s","~1","~2"],"x":"~u"}',
  )
})

test('a value that another node cannot read is rejected', () => {
  const loop: unknown[] = []
  loop.push(loop)
  class Thing {}
  const values = [() => 1, Symbol('x'), new Thing(), new Date(), Buffer.from('x'), Object.create(null), loop]
  for (const value of values) assert.throws(() => packPayload({ deep: [value] }), EventCodecError)
})

test('text that packPayload does not write is rejected with one error, and changes no prototype', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const refused = [
    '',
    '{',
    'undefined',
    '{"__proto__":{"polluted":1}}',
    '[{"a":{"__proto__":null}}]',
    '{"\\u005f_proto__":1}',
    '{"~x":1}',
    '["~m",1]',
    ...['~', '~x', '~5 ', '~0x10', '~-', '~05', '~1e3', '~ 5', '~S', '~undefined', `~1${'0'.repeat(39)}`].map((mark) =>
      JSON.stringify({ a: mark }),
    ),
    deep(101),
    deep(400_000),
    `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  ]
  for (const text of refused) assert.throws(() => unpackPayload(text), EventCodecError, text.slice(0, 60))
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      try {
        unpackPayload(text)
      } catch (error) {
        assert.ok(error instanceof EventCodecError, String(error))
      }
    }),
  )
  assert.equal(({} as { polluted?: number }).polluted, undefined)
  assert.doesNotThrow(() => unpackPayload(deep(99)))
})

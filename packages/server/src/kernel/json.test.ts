import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pack, unpack } from './json.ts'

/** Values of columns: JSON whose keys and texts look like the marks of the format, with bigints between them. */
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('$n', '$o', '1', '-7', '{"$n":"1"}', '', null, 5, true),
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.tuple(fc.constantFrom('$n', '$o'), tie('value')).map(([key, field]) => ({ [key]: field })),
    fc.tuple(fc.constantFrom('$n', '$o'), tie('value')).map((pair) => ({ $o: pair })),
    fc.dictionary(fc.constantFrom('$n', '$o', 'x'), tie('value'), { noNullPrototype: true }),
  ),
}))

test('bigints come back as bigints, all else as JSON', () => {
  const value = { id: 5n, list: [1n, 'x', null, { deep: -7n }], text: '{"$n":"1"}' }
  assert.deepEqual(unpack(pack(value)), value)
  fc.assert(
    fc.property(fc.jsonValue(), (json) => assert.deepEqual(unpack(pack(json)), JSON.parse(JSON.stringify(json)))),
  )
})

test('objects with the keys of the format come back as they were', () => {
  for (const value of [{ $n: '123' }, { $o: '1' }, { $o: ['$n', '1'] }, { a: { $n: 5n } }, [{ $o: [{ $n: '1' }] }]])
    assert.deepEqual(unpack(pack(value)), value)
  fc.assert(
    fc.property(anyValue, (value) => assert.deepEqual(unpack(pack(value)), value)),
    { numRuns: 1000 },
  )
  assert.deepEqual(unpack(pack({ $n: '1', missing: undefined })), { $n: '1' })
})

test('text of older versions, without the escape, is read', () => {
  const rows: [string, unknown][] = [
    ['{"id":{"$n":"1"}}', { id: 1n }],
    ['{"map":{"$n":"text"}}', { map: { $n: 'text' } }],
    ['{"map":{"$n":5},"id":{"$n":"1"}}', { map: { $n: 5 }, id: 1n }],
    ['{"map":{"$o":"text"},"id":{"$n":"1"}}', { map: { $o: 'text' }, id: 1n }],
  ]
  for (const [text, expected] of rows) assert.deepEqual(unpack(text), expected, text)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pack, unpack } from './json.ts'

test('bigints come back as bigints, all else as JSON', () => {
  const value = { id: 5n, list: [1n, 'x', null, { deep: -7n }], text: '{"$n":"1"}' }
  assert.deepEqual(unpack(pack(value)), value)
  fc.assert(
    fc.property(fc.jsonValue(), (json) => assert.deepEqual(unpack(pack(json)), JSON.parse(JSON.stringify(json)))),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFailure, visible } from './record-words.ts'

test('characters that disguise a text are written out', () => {
  assert.equal(visible('a\u202Eb\nc\u{E0001}'), 'a\\u202eb\\u000ac\\u{e0001}')
  assert.equal(visible('grüße 👍 مرحبا'), 'grüße 👍 مرحبا')
})

test('failures are statuses from 400 and abnormal close codes', () => {
  assert.deepEqual(
    [null, 200, 204, 304, 400, 429, 500, 1000, 1001, 1006, 4000].map((status) => isFailure({ status })),
    [false, false, false, false, true, true, true, false, false, true, true],
  )
})

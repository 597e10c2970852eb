import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfter, survives } from './voice-retry.ts'

test('a voice session is resumed after a loss, and begins anew after 4006 and 4009', () => {
  for (const code of [0, 1006, 4000, 4015]) assert.equal(survives(code), true, `${code}`)
  for (const code of [4006, 4009]) assert.equal(survives(code), false, `${code}`)
})

test('[VER-10] attempts follow each other with growing pauses, and end after the last one or a final code', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((failures) => pauseAfter(1006, failures)),
    [0, 500, 1_000, 2_000, 4_000, null],
  )
  for (const code of [1000, 4004, 4014, 4017, 4022]) assert.equal(pauseAfter(code, 0), null, `${code}`)
})

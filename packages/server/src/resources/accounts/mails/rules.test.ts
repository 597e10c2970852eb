import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAttempt } from './rules.ts'

test('pauses between attempts double, and grow to an hour', () => {
  const pauses = [1, 2, 3, 8, 9, 20].map((attempts) => nextAttempt(attempts, { createdAt: 0, now: 0 }))
  assert.deepEqual(pauses, [15_000, 30_000, 60_000, 1_920_000, 3_600_000, 3_600_000])
})

test('a mail is given up after 24 hours', () => {
  const day = 24 * 3_600_000
  assert.equal(nextAttempt(30, { createdAt: 0, now: day - 3_600_000 }), day)
  assert.equal(nextAttempt(31, { createdAt: 0, now: day - 3_599_999 }), null)
})

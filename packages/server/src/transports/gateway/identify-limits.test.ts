import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runningClock } from '../../kernel/clock.ts'
import { IdentifyLimits } from './identify-limits.ts'

const DAY_MS = 86_400_000

test('[GW-14] IdentifyLimits allows one Identify per shard key in 5 seconds and 1,000 in 24 hours', () => {
  const clock = runningClock()
  const limits = new IdentifyLimits(clock, 'documented')
  assert.equal(limits.take(1n, 0, 1), true)
  assert.equal(limits.take(1n, 1, 1), false)
  assert.equal(limits.take(1n, 1, 2), true)
  assert.equal(limits.identifiesLeft(1n).remaining, 998)
  for (let count = 2; count < 1_000; count += 1) {
    clock.advance(5_000)
    assert.equal(limits.take(1n, 0, 1), true)
  }
  clock.advance(5_000)
  assert.equal(limits.take(1n, 0, 1), false)
  clock.advance(DAY_MS)
  assert.deepEqual(limits.identifiesLeft(1n), { total: 1_000, remaining: 1_000, resetAfterMs: 0 })
  clock.close()
})

test('IdentifyLimits forgets bots whose window has ended', () => {
  const clock = runningClock()
  const limits = new IdentifyLimits(clock, 'documented')
  for (let id = 1n; id <= 1_000n; id += 1n) limits.take(id, 0, 1)
  assert.equal(limits.size, 1_000)
  clock.advance(DAY_MS)
  limits.take(2_000n, 0, 1)
  assert.equal(limits.size, 1)
  clock.close()
})

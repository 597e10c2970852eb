import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runningClock } from '../../kernel/clock.ts'
import { MemoryUses } from '../../kernel/uses.ts'
import { IdentifyLimits } from './identify-limits.ts'

const DAY_MS = 86_400_000

test('[GW-14] IdentifyLimits allows one Identify per shard key in 5 seconds and 1,000 in 24 hours', async () => {
  const clock = runningClock()
  const limits = new IdentifyLimits(new MemoryUses(clock), 'documented')
  assert.equal(await limits.take(1n, 0, 1), null)
  assert.match((await limits.take(1n, 1, 1)) ?? '', /identified on shard key 0 of 1 less than 5000 ms ago/)
  assert.equal(await limits.take(1n, 1, 2), null)
  assert.equal((await limits.identifiesLeft(1n)).remaining, 998)
  for (let count = 2; count < 1_000; count += 1) {
    clock.advance(5_000)
    assert.equal(await limits.take(1n, 0, 1), null)
  }
  clock.advance(5_000)
  assert.match((await limits.take(1n, 0, 1)) ?? '', /used up 1000 Identifies/)
  clock.advance(DAY_MS)
  assert.deepEqual(await limits.identifiesLeft(1n), { total: 1_000, remaining: 1_000, resetAfterMs: 0 })
  clock.close()
})

test('MemoryUses forgets keys whose window has ended', async () => {
  const clock = runningClock()
  const uses = new MemoryUses(clock)
  for (let id = 0; id < 1_000; id += 1) await uses.take([{ key: String(id), limit: 1, windowMs: 1_000 }])
  assert.equal(uses.size, 1_000)
  clock.advance(1_000)
  await uses.take([{ key: 'another', limit: 1, windowMs: 1_000 }])
  assert.equal(uses.size, 1)
  clock.close()
})

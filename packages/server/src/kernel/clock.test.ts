import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runningClock } from './clock.ts'

test('moving the clock fires what has come due, in the order of its time', () => {
  const clock = runningClock(1_000_000)
  const fired: string[] = []
  clock.at(clock.now() + 60_000, () => fired.push('late'))
  clock.at(clock.now() + 30_000, () => fired.push('early'))
  const cancel = clock.at(clock.now() + 40_000, () => fired.push('never'))
  cancel()
  clock.advance(1_000)
  assert.deepEqual(fired, [])
  clock.advance(120_000)
  assert.deepEqual(fired, ['early', 'late'])
  assert.throws(() => clock.advance(-1), RangeError)
  clock.close()
})

test('a clock starts at the date it is given and runs on', () => {
  const clock = runningClock(5_000)
  const now = clock.now()
  assert.ok(now >= 5_000 && now < 6_000)
  clock.close()
})

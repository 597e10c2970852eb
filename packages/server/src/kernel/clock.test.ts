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

test('a frozen clock moves only by steps, and runs on from where it stands', async () => {
  const clock = runningClock(5_000)
  clock.freeze()
  const frozenAt = clock.now()
  const fired: string[] = []
  clock.at(frozenAt, () => fired.push('now'))
  clock.at(frozenAt + 1_000, () => fired.push('later'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual([clock.now(), clock.frozen, fired], [frozenAt, true, []])
  clock.advance(1_000)
  assert.deepEqual([clock.now(), fired], [frozenAt + 1_000, ['now', 'later']])
  clock.resume()
  assert.equal(clock.frozen, false)
  clock.at(clock.now() + 1, () => fired.push('running'))
  // The clock's timer does not keep the process alive.
  while (fired.length < 3) await new Promise((resolve) => setTimeout(resolve, 1))
  assert.ok(clock.now() > frozenAt + 1_000)
  clock.close()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mockTimers } from './mocked-timers.ts'

test('clearTimeout ends timers of before the mock, and mocked ones', (context) => {
  let calls = 0
  const call = () => {
    calls += 1
  }
  const [setReal, clearReal] = [setTimeout, clearTimeout]
  const real = setReal(call, 60_000)
  context.after(() => clearReal(real))
  const durations = mockTimers(context)
  const mocked = setTimeout(call, 10)
  setTimeout(call, 10)
  clearTimeout(real)
  clearTimeout(mocked)
  context.mock.timers.tick(20)
  context.mock.timers.reset()
  assert.deepEqual([calls, (real as unknown as { _destroyed: boolean })._destroyed], [1, true])
  assert.deepEqual(durations, [10, 10])
  assert.deepEqual([setTimeout, clearTimeout], [setReal, clearReal])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWorthPause } from './idle-memory.ts'

const MIB = 2 ** 20

test('memory is returned by an idle process whose heap is largely unused, and by no other', () => {
  const idle = { utilization: 0.001, heldBytes: 101 * MIB, liveBytes: 44 * MIB }
  assert.equal(isWorthPause(idle), true)
  assert.equal(isWorthPause({ ...idle, utilization: 0.1 }), false)
  assert.equal(isWorthPause({ ...idle, heldBytes: 50 * MIB }), false)
  assert.equal(isWorthPause({ ...idle, heldBytes: 400 * MIB, liveBytes: 200 * MIB }), false)
})
